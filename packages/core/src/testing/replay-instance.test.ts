import { describe, expect, it } from "vitest";
import { assign, raise } from "xstate";
import type { LogicArgs, MachineLogic } from "../charts/logic.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { defineProject } from "../projects/define-project.ts";
import { createMemoryEngine, type MemoryEngine } from "./memory-engine.ts";
import { ReplayDiffersError } from "./replay-errors.ts";
import { assertReplayConsistent, replayInstance } from "./replay-instance.ts";

const HOUR_MS = 3_600_000;

const chart = {
  id: "order",
  initial: "open",
  context: { total: 0, paidBy: null, tries: 0 },
  states: {
    open: { entry: ["nudge"], on: { PAY: { target: "paying", actions: ["keep"] }, NUDGE: {} } },
    paying: {
      invoke: {
        id: "charge",
        src: "charge",
        onDone: { target: "paid", actions: ["note"] },
        onError: { target: "waiting", actions: ["count"] },
      },
    },
    waiting: { after: { 60000: "paying" } },
    paid: { type: "final" },
  },
};

/** A card that is declined once. */
async function paidOrder(actions: MachineLogic["actions"] = {}): Promise<MemoryEngine> {
  let calls = 0;
  const engine = createMemoryEngine(
    defineProject({
      name: "shop",
      topics: ["in", "events"],
      machines: [
        {
          chart,
          logic: {
            actions: {
              nudge: raise({ type: "NUDGE" }, { delay: HOUR_MS, id: "nudge" }),
              keep: assign({ total: ({ event }: LogicArgs) => event.payload.total }),
              note: assign({ paidBy: ({ event }: LogicArgs) => event.output }),
              count: assign({ tries: ({ context }: LogicArgs) => context.tries + 1 }),
              ...actions,
            },
            services: {
              charge: async () => {
                calls += 1;
                if (calls === 1) throw new Error("card declined");
                return "card";
              },
            },
          },
        },
      ],
      routes: [{ topic: "in", type: "pay", machine: "order", event: "PAY" }],
    }),
  );
  const pay = createEnvelope({ type: "pay", source: "/a", subject: "o-1", data: { total: 9 } });
  await engine.handle(pay);
  await engine.advance(2 * HOUR_MS);
  return engine;
}

describe("replayInstance", () => {
  it("takes every recorded step again: events, answers, errors and timers [PUB-09]", async () => {
    const engine = await paidOrder();

    const steps = await replayInstance(engine, "order", "o-1");

    expect(steps.map(({ event, states }) => [event, states.join()])).toEqual([
      ["PAY", "paying"],
      ["error.platform.charge", "waiting"],
      ["after.60000", "paying"],
      ["done.invoke.charge", "paid"],
    ]);
    expect(steps.at(-1)?.context).toEqual({ total: 9, paidBy: "card", tries: 1 });
    expect(steps.flatMap(({ changes }) => changes)).toEqual([]);
    await expect(assertReplayConsistent(engine, "order", "o-1")).resolves.toBeUndefined();
  });

  it("takes a delayed event again", async () => {
    const engine = createMemoryEngine(
      defineProject({
        name: "shop",
        topics: ["in", "events"],
        machines: [
          {
            chart: {
              ...chart,
              states: {
                ...chart.states,
                open: { entry: ["nudge"], on: { NUDGE: "paid", PING: {} } },
              },
            },
            logic: {
              actions: {
                nudge: raise({ type: "NUDGE" }, { delay: HOUR_MS, id: "nudge" }),
                note: assign({}),
                count: assign({}),
              },
              services: { charge: async () => null },
            },
          },
        ],
        routes: [{ topic: "in", type: "ping", machine: "order", event: "PING" }],
      }),
    );
    await engine.handle(createEnvelope({ type: "ping", source: "/a", subject: "o-1" }));
    await engine.advance(HOUR_MS);

    const steps = await replayInstance(engine, "order", "o-1");

    expect(steps.map(({ event }) => event)).toEqual(["PING", "raise.NUDGE"]);
    expect(steps.at(-1)?.states).toEqual(["paid"]);
  });

  it("finds logic that is not pure, and says where [PUB-09]", async () => {
    let sold = 0;
    const engine = await paidOrder({
      count: assign({
        tries: () => {
          sold += 1;
          return sold;
        },
      }),
    });

    const replay = assertReplayConsistent(engine, "order", "o-1");

    await expect(replay).rejects.toThrow(ReplayDiffersError);
    await expect(replay).rejects.toThrow(
      "step 2 of 'order' 'o-1': 'error.platform.charge' comes to something else: context.tries",
    );
  });

  it("shows what a changed chart or logic would have made of it", async () => {
    const engine = await paidOrder();
    const waiting = { after: { 60000: "paying" }, tags: ["slow"] };
    const other = { ...chart, context: { ...chart.context, total: 5 } };
    const changed = { ...other, states: { ...chart.states, waiting } };
    const logic = {
      ...engine.project.machines[0]?.logic,
      actions: { ...engine.project.machines[0]?.logic.actions, keep: assign({}) },
    };

    const steps = await replayInstance(engine, "order", "o-1", { chart: changed, logic });

    expect(steps[0]?.changes).toEqual([
      { path: "context.total", kind: "changed", before: 9, after: 5 },
    ]);
  });

  it("has nothing to take again of an instance that there is not", async () => {
    expect(await replayInstance(await paidOrder(), "order", "o-2")).toEqual([]);
  });
});
