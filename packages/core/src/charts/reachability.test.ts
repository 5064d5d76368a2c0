import { describe, expect, it } from "vitest";
import { readGolden } from "../testing/golden.ts";
import { parseChart } from "./parse-chart.ts";
import { reachabilityOf } from "./reachability.ts";

/** START, then reserve (undone by releaseStock), then charge. */
const saga = parseChart(
  readGolden<{ name: string; chart: unknown }[]>("sagas").find(
    ({ name }) => name === "doc_fulfil_start_event",
  )?.chart,
);

describe("reachabilityOf", () => {
  it("lists what can come next, of a service by its result and its failure", () => {
    const { possibleNext } = reachabilityOf(saga, ["steps.reserve"]);

    expect(possibleNext.map(({ event, to }) => [event, to])).toEqual([
      ["done.invoke.reserve", ["steps.charge"]],
      ["error.platform.reserve", ["failed"]],
    ]);
  });

  it("tells what can still be reached from what cannot", () => {
    const { reachable, unreachable } = reachabilityOf(saga, ["compensating.reserve"]);

    expect(reachable).toEqual(["failed", "compensationFailed"]);
    expect(unreachable).toEqual(["idle", "steps", "steps.reserve", "steps.charge", "completed"]);
  });

  it("expects nothing more of an instance that has ended", () => {
    const ended = reachabilityOf(saga, ["completed"]);

    expect(ended.possibleNext).toEqual([]);
    expect(ended.reachable).toEqual([]);
    expect(ended.mayStillFail).toEqual([]);
  });

  it("lists the services that may still fail, and where their failure leads", () => {
    expect(reachabilityOf(saga, ["steps.charge"]).mayStillFail).toEqual([
      {
        state: "steps.charge",
        invoke: "charge",
        src: "chargeCard",
        isActive: true,
        isHandled: true,
        to: ["compensating.reserve"],
      },
      {
        state: "compensating.reserve",
        invoke: "compensate_reserve",
        src: "releaseStock",
        isActive: false,
        isHandled: true,
        to: ["compensationFailed"],
      },
    ]);
  });

  it("hides a handler of a parent behind one of the child, unless that has a guard", () => {
    const chart = (guard: string | undefined) =>
      parseChart({
        id: "m",
        initial: "p",
        states: {
          p: {
            initial: "c",
            states: { c: { on: { E: { target: "d", guard } } }, d: {} },
            on: { E: "q" },
          },
          q: {},
        },
      });
    const targets = (guard?: string) =>
      reachabilityOf(chart(guard), ["p.c"]).possibleNext.map(({ to }) => to);

    expect(targets()).toEqual([["p.d"]]);
    expect(targets("maybe")).toEqual([["p.d"], ["q"]]);
  });

  it("waits with the end of a parallel state for all its regions", () => {
    const region = {
      initial: "busy",
      states: { busy: { on: { OK: "done" } }, done: { type: "final" } },
    };
    const chart = parseChart({
      id: "m",
      initial: "both",
      states: {
        both: { type: "parallel", states: { a: region, b: region }, onDone: "end" },
        end: {},
      },
    });

    const half = reachabilityOf(chart, ["both.a.done", "both.b.busy"]);

    expect(half.possibleNext.map(({ from }) => from)).toEqual(["both.b.busy"]);
    expect(half.reachable).toContain("end");
  });

  it("keeps the timers of parent and child apart, although both wait as long", () => {
    const chart = parseChart({
      id: "m",
      initial: "p",
      states: {
        p: { initial: "c", states: { c: { after: { 100: "d" } }, d: {} }, after: { 100: "q" } },
        q: {},
      },
    });

    const { possibleNext } = reachabilityOf(chart, ["p.c"]);

    expect(possibleNext.map(({ to }) => to)).toEqual([["p.d"], ["q"]]);
  });

  it("knows that a transition within a parallel state starts its other regions anew", () => {
    const region = (on: object) => ({ initial: "x", states: { x: { on }, y: {} } });
    const chart = parseChart({
      id: "m",
      initial: "both",
      states: {
        both: {
          type: "parallel",
          states: { a: region({ E: "#m.both.a" }), b: region({ F: "y" }) },
        },
      },
    });

    const { reachable, unreachable } = reachabilityOf(chart, ["both.a.x", "both.b.y"]);

    expect(reachable).toEqual(["both.a", "both.a.x", "both.b", "both.b.x", "both.b.y"]);
    expect(unreachable).toEqual(["both.a.y"]);
  });

  it("passes over states that this version of the chart does not have", () => {
    expect(reachabilityOf(saga, ["steps.gone"]).possibleNext).toEqual([]);
  });
});
