import { describe, expect, it } from "vitest";
import { chartGraph } from "./graph.ts";
import { parseChart } from "./parse-chart.ts";

const CHART = parseChart({
  id: "job",
  initial: "work",
  states: {
    work: {
      type: "parallel",
      states: {
        main: {
          initial: "run",
          states: {
            run: {
              description: "runs it",
              invoke: { id: "w", src: "worker", onDone: "ok", onError: "#job.bad" },
              after: { 5000: { target: "#job.bad", meta: { publish: true } } },
            },
            ok: { type: "final" },
            back: { type: "history", history: "deep", target: "run" },
          },
        },
      },
      onDone: "end",
    },
    bad: {
      tags: ["publish", "dead-letter"],
      on: { RETRY: { target: "bad", guard: "may", actions: ["log"] } },
      always: { target: "end", guard: "hopeless" },
    },
    end: { type: "final" },
  },
});

describe("chartGraph", () => {
  const graph = chartGraph(CHART);

  it("lists the root and each state before its children, with kind and parent", () => {
    expect(graph.states.map(({ path, kind, parent }) => [path, kind, parent])).toEqual([
      ["", "compound", undefined],
      ["work", "parallel", ""],
      ["work.main", "compound", "work"],
      ["work.main.run", "atomic", "work.main"],
      ["work.main.ok", "final", "work.main"],
      ["work.main.back", "history", "work.main"],
      ["bad", "atomic", ""],
      ["end", "final", ""],
    ]);
  });

  it("says what a state does while it is active", () => {
    expect(graph.states.find(({ path }) => path === "work.main.run")).toMatchObject({
      name: "run",
      invokes: [{ id: "w", src: "worker" }],
      afters: ["after.5000"],
      description: "runs it",
    });
    expect(graph.states.find(({ path }) => path === "work.main")?.initial).toBe("work.main.run");
  });

  it("labels each transition with the chart's own name and its kind", () => {
    expect(graph.transitions.map(({ from, event, kind, to }) => [from, event, kind, to])).toEqual([
      ["work", "done.state.job.work", "stateDone", ["end"]],
      ["work.main.run", "after.5000", "after", ["bad"]],
      ["work.main.run", "done.invoke.w", "done", ["work.main.ok"]],
      ["work.main.run", "error.platform.w", "error", ["bad"]],
      ["bad", "RETRY", "event", ["bad"]],
      ["bad", "", "always", ["end"]],
    ]);
  });

  it("gives every transition an id of its own, the same each time", () => {
    const ids = graph.transitions.map(({ id }) => id);

    expect(new Set(ids).size).toBe(ids.length);
    expect(chartGraph(CHART).transitions.map(({ id }) => id)).toEqual(ids);
  });

  it("says what a transition announces", () => {
    expect(graph.transitions.find(({ kind }) => kind === "after")?.publishes).toEqual({
      type: "xsm.job.transition.bad",
      fields: null,
    });
  });
});
