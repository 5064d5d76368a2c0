import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { TimeChart } from "./time-chart.tsx";

afterEach(cleanup);

describe("TimeChart", () => {
  const draw = (values: readonly (number | null)[]) =>
    render(
      <TimeChart
        label="Waiting"
        sinceMs={0}
        bucketMs={60_000}
        series={[{ label: "waiting", tone: "blue", values }]}
        format={String}
      />,
    ).container;
  const titles = (of: Element) => [...of.querySelectorAll("title")].map((each) => each.textContent);

  it("breaks the line where nobody looked, shades it, and says so; a zero is a zero", () => {
    const chart = draw([2, 0, null, null, 5, 3]);

    expect(chart.querySelectorAll("[data-gap]")).toHaveLength(1);
    expect(chart.querySelectorAll("path[stroke]")).toHaveLength(2);
    const told = titles(chart).map((title) => title?.replace(/^\S+: /, ""));
    expect(told).toEqual([
      "2 waiting",
      "none",
      "nobody looked",
      "nobody looked",
      "5 waiting",
      "3 waiting",
    ]);
  });

  it("tells a reader the value at the end and the most, and that the last one is not known", () => {
    expect(draw([2, 7, 3, 1]).querySelector("svg")?.getAttribute("aria-label")).toBe(
      "Waiting: waiting 1 at the end, 7 at most",
    );
    expect(draw([2, 1, 1, null]).querySelector("svg")?.getAttribute("aria-label")).toBe(
      "Waiting: waiting not known at the end, 2 at most",
    );
  });

  it("draws one line where somebody always looked, and nothing where nobody did", () => {
    expect(draw([1, 2, 3, 4]).querySelectorAll("path[stroke]")).toHaveLength(1);
    expect(draw([null, null, null, null]).querySelectorAll("path[stroke]")).toHaveLength(0);
  });
});
