import { describe, expect, it } from "vitest";
import { assign } from "xstate";
import type { LogicArgs } from "../charts/logic.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { decodeEnvelope } from "../envelope/decode-envelope.ts";
import type { LogFields } from "../kernel/logger.ts";
import { silentLogger } from "../kernel/logger.ts";
import { defineProject } from "../projects/define-project.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";

/** The documentation's conversation: order.placed → payment.captured → order.completed. */
const shop = defineProject({
  name: "shop",
  topics: ["commands", { name: "events", onUnknown: "ignore" }],
  machines: [
    {
      chart: {
        id: "order",
        version: "3",
        initial: "open",
        context: { total: 0 },
        states: {
          open: {
            on: {
              PLACE: {
                target: "placed",
                actions: ["keepTotal"],
                meta: { publish: { type: "order.placed", data: ["total"] } },
              },
            },
          },
          placed: { on: { PAID: { target: "done", meta: { publish: "order.completed" } } } },
          done: { type: "final" },
        },
      },
      logic: {
        actions: { keepTotal: assign({ total: ({ event }: LogicArgs) => event.payload.total }) },
      },
    },
    {
      chart: {
        id: "payment",
        version: "1",
        initial: "idle",
        states: {
          idle: { on: { "order.placed": "capturing" } },
          capturing: {
            invoke: {
              id: "capture",
              src: "capture",
              onDone: { target: "captured", meta: { publish: "payment.captured" } },
            },
          },
          captured: { type: "final" },
        },
      },
      logic: { services: { capture: async () => "tx-1" } },
    },
  ],
  routes: [
    { topic: "commands", type: "xsm.order.PLACE", machine: "order" },
    { topic: "events", type: "order.placed", machine: "payment" },
    { topic: "events", type: "payment.captured", machine: "order", event: "PAID" },
  ],
});

const place = (subject = "o-42") =>
  createEnvelope({ type: "xsm.order.PLACE", source: "/shop", subject, data: { total: 99 } });

describe("machines that react to each other", () => {
  it("take what routes bring them, by the route's event or the type's own name [CHO-01][CHO-02]", async () => {
    const engine = createMemoryEngine(shop);
    const unrouted = createEnvelope({ type: "parcel.lost", source: "/x", subject: "o-42" });
    await engine.publish("commands", place());
    await engine.publish("events", unrouted);

    const result = await engine.runUntilQuiet();

    expect(result).toMatchObject({ processed: 3, deadLettered: 0 });
    expect(result.ordered).toContainEqual([unrouted.id, "ignored"]);
    expect(await engine.findInstance("order", "o-42")).toMatchObject({ states: ["done"] });
    expect(await engine.findInstance("payment", "o-42")).toMatchObject({ states: ["captured"] });
  });

  it("have one instance a machine for one subject [CHO-03]", async () => {
    const engine = createMemoryEngine(shop);
    await engine.publish("commands", place("a"), place("b"));
    await engine.runUntilQuiet();
    const keys = (await engine.inspect.instances()).map(
      ({ machineId, subject }) => `${machineId}:${subject}`,
    );
    expect(keys.sort()).toEqual(["order:a", "order:b", "payment:a", "payment:b"]);
  });

  it("are pumped until a round finds nothing, one hop a round, over every topic [CHO-04]", async () => {
    const engine = createMemoryEngine(shop);
    await engine.publish("commands", place());
    expect(await engine.runOnce()).toMatchObject({ processed: 1, steps: 0 });
    expect(await engine.runOnce()).toMatchObject({ processed: 1, steps: 1 });
    expect(await engine.runOnce()).toMatchObject({ processed: 1 });
    expect(await engine.runOnce()).toMatchObject({ processed: 0, steps: 0 });
    expect(await engine.runUntilQuiet({ maxRounds: 1 })).toMatchObject({ processed: 0 });
  });

  it("chain by causation under one correlation, with the business subject [CHO-06][EXA-05][DSP-22][OBX-11]", async () => {
    const engine = createMemoryEngine(shop);
    const command = place();
    await engine.publish("commands", command);
    await engine.runUntilQuiet();

    const chain = (await engine.inspect.events()).map(({ envelope }) => decodeEnvelope(envelope));

    expect(chain.map(({ type }) => type)).toEqual([
      "xsm.order.PLACE",
      "order.placed",
      "payment.captured",
      "order.completed",
    ]);
    for (const [at, envelope] of chain.entries()) {
      if (at === 0) continue;
      expect(envelope.causationid).toBe(chain[at - 1]?.id);
      expect(envelope.correlationid).toBe(command.id);
      expect(envelope.subject).toBe("o-42");
    }
    expect(chain[1]).toMatchObject({
      data: { total: 99 },
      machineid: "order",
      machineversion: "3",
      source: "xsm/order",
    });
  });
});

describe("machines that feed each other in a circle", () => {
  const echo = (id: string, says: string, target = "on") => ({
    chart: {
      id,
      initial: "on",
      states: {
        on: { on: { HEARD: { target, reenter: true, meta: { publish: says } } } },
        off: { type: "final" },
      },
    },
    logic: {},
  });
  const circle = (pongTarget: string) =>
    defineProject({
      name: "circle",
      topics: [{ name: "events", onUnknown: "ignore" }],
      machines: [echo("ping", "ping.said"), echo("pong", "pong.said", pongTarget)],
      routes: [
        { topic: "events", type: "pong.said", machine: "ping", event: "HEARD" },
        { topic: "events", type: "ping.said", machine: "pong", event: "HEARD" },
      ],
    });
  const first = () => createEnvelope({ type: "ping.said", source: "/x", subject: "c-1" });

  it("are not quiet within any number of rounds, and the error says how many [CHO-05][TRB-29]", async () => {
    const engine = createMemoryEngine(circle("on"));
    await engine.publish("events", first());
    await expect(engine.runUntilQuiet({ maxRounds: 20 })).rejects.toMatchObject({
      code: "NOT_QUIET",
      rounds: 20,
    });
  });

  it("end in a letter once the chain is too long, and are told of when the engine is made [CHO-07][LIM-09]", async () => {
    const warnings: LogFields[] = [];
    const logger = {
      ...silentLogger,
      warn: (_m: string, fields: LogFields = {}) => warnings.push(fields),
    };
    const engine = createMemoryEngine(circle("on"), { logger });
    expect(warnings).toEqual([{ circle: ["ping says ping.said", "pong says pong.said"] }]);
    await engine.publish("events", first());
    await engine.runUntilQuiet();
    expect(await engine.openLetters()).toMatchObject([{ reason: "causation_depth" }]);
  });

  it("become quiet when one of them finishes [TRB-29]", async () => {
    const engine = createMemoryEngine(circle("off"));
    await engine.publish("events", first());
    await engine.runUntilQuiet({ maxRounds: 20 });
    expect(await engine.openLetters()).toMatchObject([{ reason: "instance_done" }]);
  });

  it.each([0, -1, 1.5, Number.NaN, true, "5"])(
    "refuse %s as the number of rounds [CHO-05][TRB-30]",
    async (maxRounds) => {
      const engine = createMemoryEngine(shop);
      await expect(engine.runUntilQuiet({ maxRounds: maxRounds as number })).rejects.toMatchObject({
        code: "INVALID_CONFIG",
        setting: "maxRounds",
      });
    },
  );
});
