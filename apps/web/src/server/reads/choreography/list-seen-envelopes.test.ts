import { describe, expect, it } from "vitest";
import { attributeEnvelopes, OTHER_SENDERS } from "./list-seen-envelopes.ts";

const group = (source: string, count: number, machineId: string | null = null) => ({
  ...{ machineId, source, count },
  topic: "commands",
  type: "place",
  lastAt: new Date(count),
});
const nobody = () => null;

describe("who sent an envelope", () => {
  it("is its machine, else the service that observes it, else its source", () => {
    const seen = attributeEnvelopes(
      [group("", 1, "order"), group("/carrier", 2), group("/till", 3)],
      ({ source }) => (source === "/carrier" ? "carrier" : null),
    );
    expect(seen.map(({ from, count }) => [from, count])).toEqual([
      ["machine:order", 1],
      ["service:carrier", 2],
      ["outside:/till", 3],
    ]);
  });

  it("is one of many where there are too many to draw, and none of them is lost", () => {
    const groups = Array.from({ length: 30 }, (_source, at) => group(`/till/${at}`, at + 1));
    const seen = attributeEnvelopes(groups, nobody);
    const others = seen.find(({ from }) => from === `outside:${OTHER_SENDERS}`);
    expect(seen).toHaveLength(9);
    expect(seen.map(({ from }) => from)).toContain("outside:/till/29");
    expect(others?.lastAt).toEqual(new Date(22));
    expect(seen.reduce((sum, { count }) => sum + count, 0)).toBe(465);
  });
});
