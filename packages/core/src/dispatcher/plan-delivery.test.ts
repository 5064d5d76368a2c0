import { describe, expect, it } from "vitest";
import { assign } from "xstate";
import { envelopeWorkKey } from "../dead-letters/envelope-work-key.ts";
import type { InstanceRecord } from "../engine/records.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { encodeEnvelope } from "../envelope/encode-envelope.ts";
import { fingerprintOf } from "../inbox/fingerprint.ts";
import type { JsonValue } from "../kernel/json.ts";
import { testPlanEnvironment } from "../testing/plan-environment.ts";
import { dedupOf } from "./dedup.ts";
import { type DeliveryWork, decodeForPlan } from "./delivery-work.ts";
import type { Plan } from "./plan.ts";
import { planDelivery } from "./plan-delivery.ts";
import type { PlanEnvironment } from "./plan-environment.ts";

const counter = {
  chart: {
    id: "counter",
    version: "1",
    initial: "open",
    context: { seen: [] },
    states: {
      open: {
        on: {
          ADD: { actions: ["append"] },
          BREAK: { actions: ["break"] },
          CLOSE: "closed",
        },
      },
      closed: { type: "final" },
    },
  },
  attemptsMax: 3,
  logic: {
    actions: {
      append: assign({ seen: ({ context, event }) => [...context.seen, event.payload.n] }),
      break: assign(() => {
        throw new Error('poison of "order 17" with card 4111 1111 1111 1111');
      }),
    },
  },
};

const env = testPlanEnvironment([counter]);
const settlements = {
  done: [{ kind: "delivery-done" as const, deliveryId: "1", fence: { shard: 0, token: "1" } }],
  retry: (attempts: number, delayMs: number) => [
    {
      kind: "delivery-retry" as const,
      deliveryId: "1",
      fence: { shard: 0, token: "1" },
      attempts,
      delayMs,
      errors: [],
    },
  ],
};

const envelope = (type: string, data: JsonValue = { n: 1 }, subject: string | undefined = "k") =>
  createEnvelope({ id: "e-1", type, source: "/test", data, ...(subject ? { subject } : {}) });

function plan(
  text: string,
  known: Partial<Omit<DeliveryWork, "delivery">> & {
    attempts?: number;
    event?: string;
    sink?: string;
    env?: PlanEnvironment;
  } = {},
): Plan {
  return planDelivery(
    known.env ?? env,
    {
      decoded: decodeForPlan(text),
      delivery: {
        sink: known.sink ?? "counter",
        subject: "k",
        topic: "in",
        envelope: text,
        ...(known.event === undefined ? {} : { event: known.event }),
        attempts: known.attempts ?? 0,
        errors: [],
      },
      instance: known.instance,
      receipt: known.receipt,
      dedup: dedupOf(env.machines, { machineId: "counter", subject: "k" }, decodeForPlan(text)),
    },
    settlements,
  );
}

const instanceAfter = (result: Plan): InstanceRecord => {
  const written = result.commit?.instance;
  if (written === undefined) throw new Error("nothing was written");
  return { machineId: "counter", subject: "k", ...written };
};

describe("planDelivery", () => {
  it("processes an envelope: receipt, instance and history in one commit [DSP-01]", () => {
    const result = plan(encodeEnvelope(envelope("xsm.counter.ADD")));

    expect(result).toMatchObject({ outcome: "processed" });
    expect(result.commit).toMatchObject({
      settlements: settlements.done,
      receipt: { scope: "%2Ftest/counter/k", key: "e-1" },
      instance: { expectedRevision: 0, revision: 1, states: ["open"] },
      history: { causeKind: "event", causeId: "e-1", event: "ADD" },
    });
    expect(result.step?.context).toEqual({ seen: [1] });
  });

  it("answers a redelivery as a duplicate and writes nothing but its end, also once the instance is finished [INB-05]", () => {
    const closing = encodeEnvelope(envelope("xsm.counter.CLOSE"));
    const instance = instanceAfter(plan(closing));
    const receipt = { fingerprint: fingerprintOf({ type: "CLOSE", payload: { n: 1 } }) };

    const again = plan(closing, { instance, receipt });

    expect(again.outcome).toBe("duplicate");
    expect(again.commit).toMatchObject({
      settlements: settlements.done,
      deadLetters: [],
      events: [],
    });
    expect(again.commit?.instance).toBeUndefined();
  });

  it("gives up a new event for a finished instance at once", () => {
    const instance = instanceAfter(plan(encodeEnvelope(envelope("xsm.counter.CLOSE"))));

    const result = plan(encodeEnvelope(envelope("xsm.counter.ADD")), { instance });

    expect(result).toMatchObject({ outcome: "dead_lettered", reason: "instance_done" });
    expect(result.commit?.deadLetters).toMatchObject([
      { attempts: 1, workKey: envelopeWorkKey(envelope("xsm.counter.ADD")) },
    ]);
  });

  it("tells a reused id with other content", () => {
    const result = plan(encodeEnvelope(envelope("xsm.counter.ADD")), {
      receipt: { fingerprint: "another" },
    });
    expect(result).toMatchObject({ outcome: "dead_lettered", reason: "idempotency_mismatch" });
  });

  it.each([
    ["is not JSON", "{"],
    ["has no subject", encodeEnvelope(envelope("xsm.counter.ADD", { n: 1 }, ""))],
    ["has an array as data", encodeEnvelope(envelope("xsm.counter.ADD", [1]))],
    ["names an event of the engine", encodeEnvelope(envelope("xsm.counter.done.invoke.x"))],
  ])("gives up an envelope that %s as corrupt on the first try [DSP-14]", (_case, text) => {
    const result = plan(text);
    expect(result).toMatchObject({ outcome: "dead_lettered", reason: "corrupt" });
    expect(result.commit?.settlements).toEqual(settlements.done);
  });

  it("refuses an engine event that a route maps to", () => {
    const result = plan(encodeEnvelope(envelope("harmless")), { event: "xstate.done.actor.x" });
    expect(result).toMatchObject({ outcome: "dead_lettered", reason: "corrupt" });
  });

  it("gives up types that no route takes and events the chart does not know", () => {
    const unrouted = plan(encodeEnvelope(envelope("whatever")), { sink: "test" });
    const unknown = plan(encodeEnvelope(envelope("xsm.counter.JUMP")));
    expect(unrouted).toMatchObject({ outcome: "dead_lettered", reason: "unknown_event" });
    expect(unknown).toMatchObject({ outcome: "dead_lettered", reason: "unknown_event" });
  });

  it("tries a failing step again with a wait, then gives up with the whole story, redacted and sealed", () => {
    const text = encodeEnvelope(
      envelope("xsm.counter.BREAK", { n: 1, card: "4111 1111 1111 1111" }),
    );

    expect(plan(text)).toMatchObject({ outcome: "retry" });
    expect(plan(text, { attempts: 1 }).commit?.settlements).toMatchObject([
      { kind: "delivery-retry", attempts: 2, delayMs: 200 },
    ]);
    const last = plan(text, { attempts: 2 });

    expect(last).toMatchObject({ outcome: "dead_lettered", reason: "max_attempts" });
    const [letter] = last.commit?.deadLetters ?? [];
    expect(letter).toMatchObject({
      attempts: 3,
      topic: "in",
      machineId: "counter",
      envelopeId: "e-1",
      redactedPaths: ["/data/card"],
    });
    expect(letter?.structureHash).not.toBe("");
    expect(letter?.sealed?.byteLength).toBeGreaterThan(text.length);
    expect(JSON.stringify({ ...letter, sealed: undefined })).not.toContain("4111");
  });

  it("leaves no trace of a failed step but its end", () => {
    const result = plan(encodeEnvelope(envelope("xsm.counter.BREAK")));
    expect(result.commit).toMatchObject({ events: [], effects: [], timers: [], deadLetters: [] });
    expect(result.commit?.instance).toBeUndefined();
    expect(result.commit?.receipt).toBeUndefined();
  });

  it("holds an envelope whose machine this worker does not have, counting nothing", () => {
    const result = plan(encodeEnvelope(envelope("xsm.counter.ADD")), { sink: "elsewhere" });
    expect(result).toMatchObject({
      outcome: "held",
      why: "machine 'elsewhere' is not in this worker: start a worker of the project that defines it",
    });
    expect(result.commit).toBeUndefined();
  });
});

describe("a route that validates", () => {
  const number = { type: "object", required: ["n"], properties: { n: { type: "number" } } };
  const strict = testPlanEnvironment([counter], "test", {
    routes: [{ topic: "in", type: "xsm.counter.ADD", machine: "counter", validate: true }],
    schemas: { "xsm.counter.ADD": number },
  });
  const add = (data: JsonValue) => encodeEnvelope(envelope("xsm.counter.ADD", data));

  it("lets through what fits the declared schema", () => {
    expect(plan(add({ n: 1 }), { env: strict }).outcome).toBe("processed");
  });

  it("makes a dead letter of what does not, at once, with the path and without the value", () => {
    const result = plan(add({ n: "4111 1111" }), { env: strict });
    expect(result).toMatchObject({
      outcome: "dead_lettered",
      reason: "corrupt",
      error: {
        name: "DataMismatchError",
        message: "data of 'xsm.counter.ADD' does not fit its schema: data.n must be number",
      },
    });
    expect(result.commit?.instance).toBeUndefined();
    expect(plan(add({}), { env: strict })).toMatchObject({
      error: { message: expect.stringContaining("data.n is missing") },
    });
  });

  it("knows an envelope that was handled before the schema was declared", () => {
    const text = add({ n: "one" });
    const event = { type: "ADD", payload: { n: "one" } };
    const receipt = { fingerprint: fingerprintOf(event) };
    expect(plan(text, { env: strict, receipt }).outcome).toBe("duplicate");
  });

  it("holds nothing to it that comes by another route", () => {
    expect(plan(add({ n: "one" })).outcome).toBe("processed");
  });
});
