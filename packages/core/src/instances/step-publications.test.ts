import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { countOne, failureOf, machineOf, runEvents } from "../testing/step-makers.ts";
import { startInstance } from "./step.ts";

describe("publications", () => {
  const chart = (meta: object, rest: object = {}) => ({
    context: { total: 7, email: "a@b.c" },
    states: { a: { on: { GO: { target: "b", meta } } }, b: {}, ...rest },
  });
  const published = (meta: object) =>
    runEvents(machineOf(chart(meta)), { type: "GO" }).publications;

  it("publishes what the chart declares and nothing else [OBX-01, OBX-09]", () => {
    expect(published({})).toEqual([]);
    expect(published({ publish: false })).toEqual([]);
  });

  it("copies the declared context fields, missing ones as null [OBX-02]", () => {
    expect(published({ publish: { type: "paid", data: ["total", "gone"] } })).toEqual([
      { type: "paid", data: { total: 7, gone: null }, source: "transition" },
    ]);
  });

  it("copies the context as it is after the transition [OBX-02]", () => {
    const machine = machineOf(
      {
        context: { n: 0 },
        states: {
          a: {
            on: {
              GO: { target: "b", actions: "count", meta: { publish: { type: "x", data: ["n"] } } },
            },
          },
          b: { entry: "count" },
        },
      },
      { actions: { count: countOne } },
    );

    expect(runEvents(machine, { type: "GO" }).publications).toMatchObject([{ data: { n: 2 } }]);
  });

  it("publishes a plain type without data, and true under the target's or the source's name [OBX-03]", () => {
    const stay = { states: { a: { on: { GO: { meta: { publish: true } } } } } };

    expect(published({ publish: "paid" })).toEqual([{ type: "paid", source: "transition" }]);
    expect(published({ publish: true })).toEqual([
      { type: "xsm.m.transition.b", source: "transition" },
    ]);
    expect(runEvents(machineOf(stay), { type: "GO" }).publications).toEqual([
      { type: "xsm.m.transition.a", source: "transition" },
    ]);
  });

  it("publishes the whole context, redacted, when a tagged state is entered [OBX-06]", () => {
    const redact = (value: JsonValue) => ({ ...(value as JsonObject), email: "***" });
    const tagged = chart({}, { b: { tags: ["publish"] } });

    const { publications } = runEvents(machineOf(tagged, {}, { redact }), { type: "GO" });

    expect(publications).toEqual([
      { type: "xsm.m.transition.b", data: { total: 7, email: "***" }, source: "state" },
    ]);
  });

  it("puts the transition before the entered states, and those in order of id [OBX-09]", () => {
    const leaf = { initial: "x", states: { x: { tags: ["publish"] } } };
    const parallel = { b: { type: "parallel", states: { z: leaf, a: leaf } } };

    const { publications } = runEvents(machineOf(chart({ publish: "first" }, parallel)), {
      type: "GO",
    });

    expect(publications.map(({ type }) => type)).toEqual([
      "first",
      "xsm.m.transition.b.a.x",
      "xsm.m.transition.b.z.x",
    ]);
  });

  it("publishes what happens on the way through a state that is left at once, each with its context", () => {
    const machine = machineOf(
      {
        context: { n: 0 },
        states: {
          a: { tags: ["publish"], always: { target: "b", actions: "count" } },
          b: { tags: ["publish"] },
        },
      },
      { actions: { count: countOne } },
    );

    expect(startInstance(machine).publications).toEqual([
      { type: "xsm.m.transition.a", data: { n: 0 }, source: "state" },
      { type: "xsm.m.transition.b", data: { n: 1 }, source: "state" },
    ]);
  });

  it("hands over all that a step published only with its result, none when it fails [OBX-10]", () => {
    const fail = () => {
      throw new Error("no");
    };
    const machine = machineOf(
      {
        states: {
          a: { on: { GO: { target: "b", meta: { publish: "x" } } } },
          b: { always: { target: "a", guard: "fail" } },
        },
      },
      { guards: { fail } },
    );

    expect(failureOf(() => runEvents(machine, { type: "GO" })).message).toContain("no");
  });
});
