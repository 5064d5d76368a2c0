import { describe, expect, it } from "vitest";
import { gapsOf, knownRuns, runPath } from "./trend-runs.ts";

describe("a trend with gaps", () => {
  const values = [null, null, 3, 4, null, 0, null];

  it("is stretches that are known, nothing that waits among them", () => {
    expect(knownRuns(values)).toEqual([
      { from: 2, values: [3, 4], length: 2 },
      { from: 5, values: [0], length: 1 },
    ]);
  });

  it("and gaps between them, at its ends too", () => {
    expect(gapsOf(values).map(({ from, length }) => [from, length])).toEqual([
      [0, 2],
      [4, 1],
      [6, 1],
    ]);
    expect(gapsOf([1, 2])).toEqual([]);
    expect(knownRuns([null])).toEqual([]);
  });
});

describe("a stretch of a trend as a path", () => {
  const yOf = (value: number) => 10 - value;

  it("goes through its values at their places, and through no gap", () => {
    const [run] = knownRuns([null, 1, 2, null]);
    expect(run && runPath(run, 10, yOf, 30)).toEqual({ line: "M10 9L20 8", fromX: 10, toX: 20 });
  });

  it("is a dash where one value stands alone, within the picture", () => {
    const paths = knownRuns([1, null, 1]).map((run) => runPath(run, 10, yOf, 20).line);
    expect(paths).toEqual(["M0 9H4", "M16 9H20"]);
  });
});
