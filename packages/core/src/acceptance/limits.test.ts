import { describe, expect, it } from "vitest";
import type { ServiceCall } from "../charts/logic.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { decodeEnvelope } from "../envelope/decode-envelope.ts";
import { createOutboxQueue } from "../outbox/queue/outbox-queue.ts";
import { createOutboxRelay } from "../outbox/relay/outbox-relay.ts";
import { defineProject } from "../projects/define-project.ts";
import type { MachineDefinition } from "../projects/project.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { createMemoryOutbox, type NewRow } from "../stores/memory/outbox/memory-outbox.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";
import { failing, sagaBench, startOf } from "./saga-project.ts";

const HOUR_MS = 3_600_000;

/** A saga whose second step fails, so that the first one has to be undone. */
const undoing = () =>
  sagaBuilder("fulfil", { startEvent: "START" })
    .step("reserve", { invoke: "reserveStock", compensate: "releaseStock" })
    .step("charge", { invoke: "chargeCard" });

describe("a saga that stands in its dead-letter state", () => {
  it("is resumed there, compensates to its end, and its letter is closed [LIM-12][LIM-08]", async () => {
    let isDown = true;
    const bench = sagaBench(undoing(), {
      chargeCard: failing("card declined"),
      releaseStock: (call, n) => (isDown ? failing("warehouse down")(call, n) : "released"),
    });
    const engine = createMemoryEngine(bench.project);
    await engine.handle(startOf("fulfil"));
    await engine.advance(HOUR_MS);
    expect(await engine.openLetters()).toMatchObject([{ source: "state" }]);
    const target = { machineId: "fulfil", subject: "o-1", action: { kind: "resume" } } as const;
    const rehearsal = engine.request({ ...target, dryRun: true });
    await engine.advance(HOUR_MS);
    expect(await engine.inspect.findCommand(rehearsal)).toMatchObject({
      status: "done",
      result: { dryRun: true, outcome: "processed" },
    });
    expect(await engine.openLetters()).toHaveLength(1);

    isDown = false;
    engine.request({ ...target, dryRun: false, reason: "the warehouse is back" });
    await engine.advance(HOUR_MS);

    expect(await engine.findInstance("fulfil", "o-1")).toMatchObject({
      states: ["failed"],
      phase: "compensated",
      context: { compensated: ["reserve"] },
    });
    expect(await engine.openLetters()).toEqual([]);
  });
});

describe("a call that takes too long", () => {
  it("is told to stop; what it does all the same is its own business, and moves nothing [LIM-07]", async () => {
    const clock = simulatedClock();
    const heard: string[] = [];
    const done: string[] = [];
    const saga = sagaBuilder("fulfil", { startEvent: "START" }).step("charge", {
      invoke: "chargeCard",
      timeoutMs: 5_000,
    });
    const bench = sagaBench(saga, {
      chargeCard: async ({ signal }: ServiceCall) => {
        signal.addEventListener("abort", () => heard.push("abort"));
        await clock.sleep(20_000);
        done.push("charged all the same");
        return "tx-1";
      },
    });
    const engine = createMemoryEngine(bench.project, { clock });
    await engine.handle(startOf("fulfil"));
    await engine.advance(5_000);
    const failed = await engine.findInstance("fulfil", "o-1");
    expect(failed?.states).toEqual(["failed"]);
    expect(heard).toEqual(["abort"]);
    await engine.advance(HOUR_MS);
    expect(done).toEqual(["charged all the same"]);
    expect(await engine.findInstance("fulfil", "o-1")).toEqual(failed);
  });

  it("has a limit of half a minute where nobody set one [OPS-03]", async () => {
    const clock = simulatedClock();
    const startedAtMs = clock.now().getTime();
    const limitsMs: number[] = [];
    const hanging = async (signal: AbortSignal) => {
      signal.addEventListener("abort", () => {
        limitsMs.push(clock.now().getTime() - startedAtMs);
      });
      await clock.sleep(HOUR_MS, signal);
      return "never";
    };
    const bench = sagaBench(
      sagaBuilder("fulfil", { startEvent: "START" }).step("charge", { invoke: "chargeCard" }),
      { chargeCard: ({ signal }) => hanging(signal) },
    );
    const engine = createMemoryEngine(bench.project, { clock });
    await engine.handle(startOf("fulfil"));
    await engine.advance(30_000);
    expect(limitsMs).toEqual([30_000]);
    expect((await engine.findInstance("fulfil", "o-1"))?.states).toEqual(["failed"]);
  });
});

describe("services that share a topic", () => {
  const hearing = (id: string): MachineDefinition => ({
    chart: { id, initial: "idle", states: { idle: { on: { START: "started" } }, started: {} } },
    logic: {},
  });
  const project = defineProject({
    name: "shared",
    topics: [{ name: "events", onUnknown: "ignore" }, "commands"],
    machines: [hearing("billing"), hearing("shipping")],
    routes: ["billing", "shipping"].flatMap((machine) =>
      ["events", "commands"].map((topic) => ({ topic, type: `xsm.${machine}.START`, machine })),
    ),
  });
  const startOfService = (service: string) =>
    createEnvelope({ type: `xsm.${service}.START`, source: "/x", subject: "o-1", data: {} });

  it("hear commands of one name by their own prefix, each only its own [SEC-08]", async () => {
    const engine = createMemoryEngine(project);
    expect(await engine.handle(startOfService("billing"), "events")).toBe("processed");
    expect((await engine.findInstance("billing", "o-1"))?.states).toEqual(["started"]);
    expect(await engine.findInstance("shipping", "o-1")).toBeUndefined();
  });

  it("pass over what is for others only where the topic says so; elsewhere it is a letter [SEC-08]", async () => {
    const engine = createMemoryEngine(project);
    await engine.publish("events", startOfService("warehouse"));
    expect(await engine.runOnce()).toMatchObject({ ignored: 1, deadLettered: 0 });
    expect(await engine.handle(startOfService("warehouse"), "commands")).toBe(
      "dead_lettered:unknown_event",
    );
  });
});

describe("a table of messages", () => {
  const row = (text: string, key?: string): NewRow => ({
    ...{ topic: "mail", payload: new TextEncoder().encode(text) },
    headers: { "content-type": "text/plain" },
    ...(key === undefined ? {} : { key }),
  });

  it("keeps what it gave up, keeps order, and feeds any broker, where faststream-outbox 0.1 does none of it [LIM-14]", async () => {
    const clock = manualClock();
    const outbox = createMemoryOutbox({ clock });
    outbox.add([row("bad", "k"), row("next", "k"), row("other", "l")]);
    const sent: string[] = [];
    const relay = createOutboxRelay<string>({
      ...{ storage: outbox.storage, timers: clock, nowMs: () => clock.now().getTime() },
      attemptsMax: 1,
      publish: ({ body }) => {
        if (body === "bad") throw new Error("the broker refuses it");
        sent.push(body);
      },
    });
    await relay.drain();
    expect(sent.sort()).toEqual(["next", "other"]);
    expect(outbox.letters()).toMatchObject([
      { reason: "max_attempts", error: expect.stringContaining("the broker refuses it") },
    ]);
    expect(outbox.rows().map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  });

  it("answers nobody, and hands on again what was handed on just before a crash [LIM-14][LIM-01]", async () => {
    const clock = manualClock();
    const outbox = createMemoryOutbox({ clock });
    const queue = createOutboxQueue({ storage: outbox.storage });
    expect(() => queue.request()).toThrow();

    outbox.add([row("once")]);
    const sent: string[] = [];
    const options = { timers: clock, nowMs: () => clock.now().getTime(), leaseMs: 30_000 };
    const dying = createOutboxRelay<string>({
      ...options,
      storage: { ...outbox.storage, complete: () => Promise.reject(new Error("killed")) },
      publish: ({ body }) => void sent.push(body),
    });
    await dying.runOnce().catch(() => undefined);
    const next = createOutboxRelay<string>({
      ...{ ...options, storage: outbox.storage, publish: ({ body }) => void sent.push(body) },
    });
    await next.drain();
    expect(sent).toEqual(["once"]);
    clock.advance(30_000);
    await next.drain();
    expect(sent).toEqual(["once", "once"]);
  });
});

describe("an order of events", () => {
  it("holds for each subject, and is none across subjects: one that waits keeps nobody else waiting [LIM-05]", async () => {
    let isDown = true;
    const arrived: string[] = [];
    const project = defineProject({
      ...{ name: "app", topics: ["events"], machines: [], routes: [] },
      relays: [
        {
          name: "to-broker",
          topic: "events",
          publish: async ({ envelope, subject }) => {
            if (subject === "a" && isDown) throw new Error("refused");
            arrived.push(String(decodeEnvelope(envelope).data));
          },
        },
      ],
    });
    const engine = createMemoryEngine(project);
    const event = (subject: string, data: string) =>
      createEnvelope({ type: "t", source: "/x", subject, data });
    await engine.publish("events", event("a", "a1"), event("b", "b1"), event("a", "a2"));
    await engine.runUntilQuiet();
    expect(arrived).toEqual(["b1"]);
    isDown = false;
    await engine.advance(HOUR_MS);
    expect(arrived).toEqual(["b1", "a1", "a2"]);
  });
});
