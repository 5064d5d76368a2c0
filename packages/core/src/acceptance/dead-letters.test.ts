import { describe, expect, it } from "vitest";
import { assign } from "xstate";
import type { BatchResult } from "../dispatcher/batch.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import type { JsonValue } from "../kernel/json.ts";
import type { ReplayReport } from "../operations/replay-report.ts";
import { defineProject } from "../projects/define-project.ts";
import { createMemoryDatabase } from "../stores/memory/memory-database.ts";
import { memoryEngineStores } from "../stores/memory/memory-engine-stores.ts";
import { commitOf, letterOf } from "../testing/commit-makers.ts";
import {
  createMemoryEngine,
  type MemoryEngine,
  type MemoryEngineOptions,
} from "../testing/memory-engine.ts";

/** A desk that stamps papers, unless its stamp is lost; a clerk's call for a signature fails for good. */
const desk = { stampIsLost: false, courierIsAway: true };

const PROJECT = defineProject({
  name: "office",
  topics: ["in", { name: "events", onUnknown: "ignore" }],
  routes: ["STAMP", "SIGN", "CLOSE"].map((event) => ({
    ...{ topic: "in", machine: "desk", event, type: `paper.${event.toLowerCase()}` },
  })),
  relays: [
    {
      name: "courier",
      topic: "events",
      attemptsMax: 2,
      publish: async () => {
        if (desk.courierIsAway) throw new Error("the courier is away");
      },
    },
  ],
  machines: [
    {
      chart: {
        id: "desk",
        version: "3",
        initial: "open",
        context: { stamps: 0, pin: "" },
        states: {
          open: {
            on: {
              STAMP: {
                actions: ["stamp"],
                meta: { publish: { type: "paper.stamped", data: ["stamps"] } },
              },
              SIGN: { target: "signing", actions: ["keepPin"] },
              CLOSE: "closed",
            },
          },
          signing: { invoke: { id: "sign", src: "sign", onDone: "open", onError: "lost" } },
          lost: { tags: ["dead-letter"] },
          closed: { type: "final" },
        },
      },
      attemptsMax: 2,
      services: { sign: { attemptsMax: 2, backoffMs: 10 } },
      logic: {
        actions: {
          stamp: assign({
            stamps: ({ context }) => {
              if (desk.stampIsLost) throw new Error("the stamp is lost");
              return context.stamps + 1;
            },
          }),
          keepPin: assign({ pin: ({ event }) => event.payload.pin }),
        },
        services: {
          sign: async () => {
            throw new Error("nobody signs with pin 7788");
          },
        },
      },
    },
  ],
});

const paper = (
  what: string,
  data: JsonValue = {},
  fields: { id?: string; subject?: string } = {},
) => createEnvelope({ type: `paper.${what}`, source: "/clerk", subject: "p-1", data, ...fields });

const HOUR_MS = 3_600_000;

function office(options: MemoryEngineOptions = {}): MemoryEngine {
  desk.stampIsLost = false;
  desk.courierIsAway = true;
  return createMemoryEngine(PROJECT, options);
}

async function giveUp(engine: MemoryEngine, id = "e-1"): Promise<string> {
  desk.stampIsLost = true;
  await engine.publish("in", paper("stamp", { n: 1 }, { id }));
  await engine.advance(HOUR_MS);
  desk.stampIsLost = false;
  const letter = (await engine.openLetters()).find(({ envelopeId }) => envelopeId === id);
  return letter?.id ?? "";
}

async function ask(
  engine: MemoryEngine,
  letterId: string,
  dryRun: boolean,
  reason?: string,
): Promise<ReplayReport> {
  const id = engine.request({ kind: "replay", letterId, dryRun, ...(reason ? { reason } : {}) });
  await engine.runUntilQuiet();
  return (await engine.inspect.findCommand(id))?.result as unknown as ReplayReport;
}

describe("a dead letter", () => {
  it("has one shape, of an envelope and of a chart state alike [DLQ-01][DLQ-04]", async () => {
    const engine = office();
    await giveUp(engine);
    await engine.publish("in", paper("sign", { pin: "7788" }, { subject: "p-2" }));
    await engine.advance(HOUR_MS);
    const [ofEnvelope, ofState] = (await engine.openLetters()).filter(
      ({ source }) => source !== "relay",
    );
    expect(ofEnvelope).toMatchObject({
      source: "envelope",
      reason: "max_attempts",
      consumer: "desk",
      machineId: "desk",
      machineVersion: "3",
      structureHash: expect.any(String),
      topic: "in",
      eventType: "paper.stamp",
      envelopeId: "e-1",
      attempts: 2,
      envelope: { id: "e-1" },
    });
    expect(ofEnvelope?.errors.map(({ message }) => message)).toEqual([
      "the stamp is lost",
      "the stamp is lost",
    ]);
    // The step into the state settled first: the letter shows where it stood then, redacted, and what led there.
    expect(ofState).toMatchObject({
      source: "state",
      reason: "dead_letter_state",
      states: ["lost"],
      snapshot: { context: { pin: "***" } },
    });
    expect(ofState?.errors.map(({ message }) => message)).toEqual([
      "nobody signs with pin ***",
      "nobody signs with pin ***",
    ]);
    expect(await engine.findInstance("desk", "p-2")).toMatchObject({
      states: ["lost"],
      context: { pin: "7788" },
    });
  });

  it("keeps the newest twenty errors, each bounded, with where it came from [DLQ-05]", async () => {
    const machines = PROJECT.machines.map((machine) => ({ ...machine, attemptsMax: 30 }));
    const patient = createMemoryEngine({ ...PROJECT, machines });
    desk.stampIsLost = true;
    await patient.publish("in", paper("stamp"));
    await patient.advance(100 * HOUR_MS);
    const [letter] = await patient.openLetters();
    expect(letter?.attempts).toBe(30);
    expect(letter?.errors.map(({ attempt }) => attempt)).toEqual(
      Array.from({ length: 20 }, (_e, at) => at + 11),
    );
  });

  it("says why: one of a closed set of reasons [DLQ-02][DLQ-17][SEC-02]", async () => {
    const engine = office();
    const mended = { n: 1 };
    await engine.handle(paper("stamp", mended, { id: "twice", subject: "p-3" }));
    await engine.handle(paper("close", {}, { subject: "p-4" }));
    const outcomes = [
      await engine.handle(paper("stamp", { n: 2 }, { id: "twice", subject: "p-3" })),
      await engine.handle(paper("eat"), "in"),
      await engine.handle('{"specversion":"1.0","id":""}', "in"),
      await engine.handle(paper("stamp", {}, { subject: "p-4" })),
    ];
    await giveUp(engine);
    expect(outcomes).toEqual([
      "dead_lettered:idempotency_mismatch",
      "dead_lettered:unknown_event",
      "dead_lettered:corrupt",
      "dead_lettered:instance_done",
    ]);
    const reasons = (await engine.openLetters())
      .filter(({ source }) => source === "envelope")
      .map(({ reason }) => reason);
    expect(reasons.sort()).toEqual([
      "corrupt",
      "idempotency_mismatch",
      "instance_done",
      "max_attempts",
      "unknown_event",
    ]);
  });

  it("is known by consumer and envelope: given up again it is one more occurrence [DLQ-03]", async () => {
    const engine = office();
    const id = await giveUp(engine);
    desk.stampIsLost = true;
    expect(await ask(engine, id, false, "try")).toMatchObject({ outcome: "dead_lettered" });
    const letters = (await engine.openLetters()).filter(({ consumer }) => consumer === "desk");
    expect(letters).toMatchObject([{ id, envelopeId: "e-1", occurrences: 2 }]);
  });

  it("is written with the end of its delivery or not at all, whichever write fails [DLQ-16]", async () => {
    for (let failing = 1; failing <= 12; failing += 1) {
      let writes = Number.NEGATIVE_INFINITY;
      const onWrite = () => {
        writes += 1;
        if (writes === failing) throw new Error("the disk is full");
      };
      const engine = office({ onWrite });
      await engine.publish("in", paper("eat", {}, { id: "e-9" }));
      writes = 0;
      await engine.runOnce().catch(() => undefined);
      writes = Number.NEGATIVE_INFINITY;
      const [letters, waiting] = [
        await engine.inspect.letters(),
        await engine.inspect.deliveries(),
      ];
      expect(letters.length + waiting.length, `write ${failing}`).toBe(1);
    }
  });

  it("is told to a hook when it is written: what a terminal failure is to an application [DLQ-15]", async () => {
    const told: string[] = [];
    const onResult = (result: BatchResult) => {
      const letters = result.kind === "committed" ? (result.plan.commit?.deadLetters ?? []) : [];
      told.push(...letters.map(({ reason, envelopeId }) => `${reason} ${envelopeId}`));
    };
    const engine = office({ onResult });
    await giveUp(engine);
    expect(told).toEqual(["max_attempts e-1"]);
  });

  it("of a relay parks what was given up: it is never offered again by itself [DLQ-18]", async () => {
    const engine = office();
    await engine.handle(paper("stamp"));
    await engine.advance(HOUR_MS);
    desk.courierIsAway = false;
    await engine.advance(24 * HOUR_MS);
    const letters = await engine.openLetters();
    expect(letters).toMatchObject([
      { source: "relay", consumer: "courier", attempts: 2, eventType: "paper.stamped" },
    ]);
    expect(letters[0]?.errors.at(-1)).toMatchObject({ message: "the courier is away" });
    expect(await engine.inspect.deliveries()).toEqual([]);
  });

  it("is one of a hundred thousand without the store growing slow over them [DLQ-12]", async () => {
    const database = createMemoryDatabase();
    const worker = { project: "contract", workerId: "w", leaseMs: 10_000, effectLeaseMs: 10_000 };
    const { lanes } = memoryEngineStores(database, worker);
    const rounds = 100;
    for (let round = 0; round < rounds; round += 1) {
      const deadLetters = Array.from({ length: 1_000 }, (_letter, at) =>
        letterOf(`l-${round}-${at}`),
      );
      await lanes.commit([commitOf("o-1", [], { deadLetters })]);
    }
    expect(database.letters.rows()).toHaveLength(100_000);
  });
});

describe("a replay", () => {
  it("is dry by default in effect: it says what would come, and neither letter nor audit changes [RPL-01][RPL-02][AUD-04]", async () => {
    const engine = office();
    const id = await giveUp(engine);
    const report = await ask(engine, id, true);
    expect(report).toMatchObject({
      letterId: id,
      dryRun: true,
      outcome: "processed",
      warnings: [],
      refusals: [],
    });
    expect(await engine.inspect.audit()).toEqual([]);
    expect((await engine.openLetters()).map((letter) => letter.id)).toContain(id);
  });

  it("runs the pipeline of production: what the step publishes is published and relayed [RPL-09]", async () => {
    const engine = office();
    const id = await giveUp(engine);
    desk.courierIsAway = false;
    const report = await ask(engine, id, false, "the stamp was found");
    expect(report).toMatchObject({
      outcome: "processed",
      publications: [{ type: "paper.stamped" }],
    });
    const events = (await engine.inspect.events()).map(
      ({ type, direction }) => `${direction} ${type}`,
    );
    expect(events).toEqual(["received paper.stamp", "published paper.stamped"]);
    expect(await engine.inspect.deliveries()).toEqual([]);
  });

  it("keeps the envelope's id, so that a second one is a duplicate [RPL-03]", async () => {
    const engine = office();
    const id = await giveUp(engine);
    await ask(engine, id, false, "once");
    expect(await ask(engine, id, false, "twice")).toMatchObject({ outcome: "duplicate" });
    expect((await engine.findInstance("desk", "p-1"))?.context.stamps).toBe(1);
  });

  it("is refused without a reason, or for an unknown letter, and a refusal is in the audit [RPL-04][AUD-04]", async () => {
    const engine = office();
    const id = await giveUp(engine);
    expect(() =>
      engine.request({ kind: "replay", letterId: id, dryRun: false, reason: " " }),
    ).toThrow("a reason is required");
    expect(await ask(engine, "nothing", false, "r")).toMatchObject({
      outcome: "refused",
      refusals: ["no dead letter with id 'nothing'"],
    });
    expect((await engine.inspect.audit()).at(-1)).toMatchObject({
      outcome: "refused",
      target: "dead letter nothing",
    });
  });
});
