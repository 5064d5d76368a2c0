import { describe, expect, it } from "vitest";
import { readGolden } from "../testing/golden.ts";
import { parseChart } from "./parse-chart.ts";
import { structureHashOf } from "./structure-hash.ts";

interface HashGolden {
  readonly base: Record<string, unknown>;
  readonly cases: readonly {
    readonly mutation: string;
    readonly equal_to_base: boolean;
    readonly chart: unknown;
  }[];
}

const golden = readGolden<HashGolden>("structure_hash");
const hashOf = (chart: unknown) => structureHashOf(parseChart(chart));

describe("structureHashOf", () => {
  it.each(golden.cases)(
    "after '$mutation' is equal to before: $equal_to_base [RPL-06]",
    ({ chart, equal_to_base }) => {
      expect(hashOf(chart) === hashOf(golden.base)).toBe(equal_to_base);
    },
  );

  it("does not depend on the order of keys, nor on the spelling of lists [RPL-06]", () => {
    const one = { id: "m", initial: "a", states: { a: { on: { E: "b", F: "b" } }, b: {} } };
    const other = {
      states: { b: {}, a: { on: { F: [{ target: ["b"] }], E: { target: "b" } } } },
      initial: "a",
      id: "m",
    };

    expect(hashOf(other)).toBe(hashOf(one));
  });

  it("reacts to a delay [RPL-06]", () => {
    const after = (delay: string) => ({
      id: "m",
      initial: "a",
      states: { a: { after: { [delay]: "b" } }, b: {} },
    });

    expect(hashOf(after("1000"))).not.toBe(hashOf(after("2000")));
  });
});
