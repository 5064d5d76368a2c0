import { chartGraph, parseChart } from "@sagascope/core/charts";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import sagas from "../../../../../../packages/core/golden/sagas.json" with { type: "json" };
import { layoutChart } from "../layout/layout-chart.ts";
import type { ChartMarks } from "../marks/chart-marks.ts";
import { ChartTable } from "./chart-table.tsx";
import { StateButtons } from "./state-buttons.tsx";
import { factWords } from "./state-words.ts";

const saga = sagas.find(({ name }) => name === "doc_fulfil_immediate")?.chart;
const graph = chartGraph(parseChart(saga));
const marks: ChartMarks = {
  tokens: ["compensating.reserve"],
  states: {
    "steps.reserve": { mark: "visited", visits: 2 },
    "compensating.reserve": {
      mark: "compensating",
      visits: 1,
      fact: { kind: "text", text: "attempt 2 of 3" },
    },
    compensationFailed: { mark: "possible", badge: "dead" },
  },
  transitions: { "compensating.reserve|done.invoke.compensate_reserve|0": "possible" },
};
const NOW = new Date(Date.UTC(2026, 7, 21, 18));
afterEach(cleanup);

describe("factWords", () => {
  it("tells the day of what was not today", () => {
    const words = (day: number) =>
      factWords({ kind: "last", at: new Date(Date.UTC(2026, 7, day, 12, 31, 5)) }, "UTC", NOW);
    expect(words(21)).toBe("last 12:31:05");
    expect(words(20)).toBe("last Thu 12:31");
    expect(words(2)).toBe("last 2 Aug");
  });
});

describe("StateButtons", () => {
  it("say in words everything that the drawing shows", async () => {
    render(<StateButtons layout={await layoutChart(graph)} marks={marks} />);
    screen.getByRole("button", {
      name: "compensating.reserve, Compensating, visited once, calls releaseStock, attempt 2 of 3",
    });
    screen.getByRole("button", {
      name: "compensationFailed, Possible next, final state, with a dead letter",
    });
    screen.getByRole("button", {
      name: "steps.reserve, Visited, visited 2 times, calls reserveStock",
    });
  });

  it("put one state into the tab order, the one with the token, and select on a click", async () => {
    const onSelect = vi.fn();
    render(<StateButtons layout={await layoutChart(graph)} marks={marks} onSelect={onSelect} />);
    const inOrder = screen.getAllByRole("button").filter((button) => button.tabIndex === 0);
    expect(inOrder.map((button) => button.dataset.state)).toEqual(["compensating.reserve"]);
    fireEvent.click(inOrder[0] as HTMLElement);
    expect(onSelect).toHaveBeenCalledWith("compensating.reserve");
  });

  it("let a container be chosen too, by its name", async () => {
    const onSelect = vi.fn();
    const inside = { ...marks.states, steps: { mark: "failed", badge: "dead" } as const };
    render(
      <StateButtons
        layout={await layoutChart(graph)}
        marks={{ ...marks, states: inside }}
        onSelect={onSelect}
      />,
    );
    fireEvent.click(screen.getByRole("button", { name: "steps, Failed, with a dead letter" }));
    expect(onSelect).toHaveBeenCalledWith("steps");
  });
});

describe("ChartTable", () => {
  it("shows the same facts, and where each state can go", () => {
    render(<ChartTable graph={graph} marks={marks} />);
    const [row] = screen
      .getAllByRole("row")
      .filter((one) => within(one).queryByText("attempt 2 of 3") !== null);
    expect(row?.textContent).toContain("Compensating");
    expect(row?.textContent).toContain("done → failed, possible next");
    expect(row?.textContent).toContain("error → compensationFailed");
  });
});
