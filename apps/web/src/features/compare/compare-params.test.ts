import { describe, expect, it } from "vitest";
import { readComparison, writeName } from "./compare-params.ts";

const read = (query: string) => {
  const params = new URLSearchParams(query);
  return readComparison({ get: (name) => params.get(name) ?? undefined });
};

describe("readComparison", () => {
  it("reads two instances, whose subjects may hold slashes", () => {
    const name = { machineId: "order", subject: "shop/42" };
    expect(read(`a=${writeName(name)}&b=order/43`)).toEqual({
      kind: "instances",
      first: name,
      second: { machineId: "order", subject: "43" },
    });
  });

  it("reads two versions, or leaves open which", () => {
    expect(read("machine=order&from=3&to=7")).toMatchObject({ kind: "versions", from: 3, to: 7 });
    expect(read("machine=order&from=x")).toMatchObject({ kind: "versions", from: undefined });
  });

  it("is nothing where a name is malformed", () => {
    for (const query of ["", "a=order", "a=/42", "a=order/"]) {
      expect(read(query)).toEqual({ kind: "none" });
    }
  });
});
