import { describe, expect, it } from "vitest";
import { chartIdAt } from "./chart-id-at.ts";

const STEPS = [
  { revision: 1, chartId: 1 },
  { revision: 2, chartId: 1 },
  { revision: 3, chartId: 2 },
];

describe("chartIdAt", () => {
  it("goes back over a migration to the chart that a step was made on", () => {
    expect([1, 2].map((revision) => chartIdAt({ chartId: 2 }, STEPS, revision))).toEqual([1, 1]);
  });

  it("believes the instance about the present, also before the step of a migration is read", () => {
    expect(chartIdAt({ chartId: 3 }, STEPS, undefined)).toBe(3);
    expect(chartIdAt({ chartId: 3 }, STEPS, 3)).toBe(3);
    expect(chartIdAt({ chartId: 3 }, STEPS, 99)).toBe(3);
  });
});
