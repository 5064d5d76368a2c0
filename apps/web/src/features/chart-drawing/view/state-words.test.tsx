import { chartGraph, parseChart } from "@sagascope/core/charts";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import sagas from "../../../../../../packages/core/golden/sagas.json" with { type: "json" };
import { layoutChart } from "../layout/layout-chart.ts";
import { type ChartMarks, NO_MARKS } from "../marks/chart-marks.ts";
import { ArrowLayer } from "./arrow-layer.tsx";
import { ChartTable } from "./chart-table.tsx";
import { StateButtons } from "./state-buttons.tsx";
import { factWords, stateWords } from "./state-words.ts";

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

describe("stateWords", () => {
  const at = new Date(Date.UTC(2026, 7, 21, 12, 31, 5));
  const container = { path: "steps", name: "steps", kind: "compound", invokes: [] } as const;
  const words = (mark: ChartMarks["states"][string]) =>
    stateWords(container, mark, "UTC", undefined, NOW);

  it("say once that a state was visited, how often, and when last", () => {
    const fact = { kind: "last", at } as const;
    expect(words({ mark: "visited", visits: 1, lastAt: at, fact })).toBe(
      "steps, visited once, 12:31:05",
    );
    expect(words({ mark: "visited", visits: 3, lastAt: at, fact })).toBe(
      "steps, visited 3 times, last 12:31:05",
    );
    expect(words({ mark: "visited" })).toBe("steps, Visited");
  });

  it("say since when a state is active, when it was undone, and when what failed was last entered", () => {
    expect(words({ mark: "active", visits: 2, lastAt: at, fact: { kind: "since", at } })).toBe(
      "steps, Active, visited 2 times, since 12:31:05",
    );
    expect(
      words({ mark: "compensated", visits: 1, lastAt: at, fact: { kind: "undone", at } }),
    ).toBe("steps, Compensated, visited once, undone 12:31:05");
    const fact = { kind: "text", text: "card_declined" } as const;
    expect(words({ mark: "failed", visits: 2, lastAt: at, fact })).toBe(
      "steps, Failed, visited 2 times, last 12:31:05, card_declined",
    );
  });
});

describe("StateButtons", () => {
  it("say what a label leaves out of its event, and the label itself says it under the pointer", async () => {
    const event = "warehouse.reservation.confirmed.by.the.second.warehouse";
    const long = chartGraph(
      parseChart({ id: "m", initial: "a", states: { a: { on: { [event]: "b" } }, b: {} } }),
    );
    const layout = await layoutChart(long);
    const { container } = render(
      <>
        <ArrowLayer layout={layout} marks={NO_MARKS} hasInstance={false} />
        <StateButtons layout={layout} marks={NO_MARKS} />
      </>,
    );
    expect(screen.getByRole("button", { name: "a" }).getAttribute("aria-description")).toBe(
      `arrow to b in full: ${event}`,
    );
    expect(screen.getByRole("button", { name: "b" }).hasAttribute("aria-description")).toBe(false);
    expect(container.querySelector("text.l-cut > title")?.textContent).toBe(event);
  });

  it("say in words everything that the drawing shows", async () => {
    render(<StateButtons layout={await layoutChart(graph)} marks={marks} />);
    screen.getByRole("button", {
      name: "compensating.reserve, Compensating, visited once, calls releaseStock, attempt 2 of 3",
    });
    screen.getByRole("button", {
      name: "compensationFailed, Possible next, final state, with a dead letter",
    });
    screen.getByRole("button", {
      name: "steps.reserve, visited 2 times, calls reserveStock",
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
