import { afterEach, describe, expect, it } from "vitest";
import { createBroker } from "../brokers/create-broker.ts";
import { BrokerRefusedError } from "../brokers/errors.ts";
import { createMemoryBrokerServer, memoryDriver } from "../brokers/memory/memory-broker.ts";
import type { NewDeadLetter } from "../dead-letters/letter.ts";
import { createLetterCapture } from "../dead-letters/redacting-capture.ts";
import type { ReceivedEvent } from "../engine/intake-store.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { systemClock } from "../kernel/clock.ts";
import { StoreUnavailableError } from "../kernel/errors.ts";
import { jsonLogger, silentLogger } from "../kernel/logger.ts";
import { defineProject } from "../projects/define-project.ts";
import { eventually } from "../testing/eventually.ts";
import { createIntake, type Intake } from "./intake.ts";

const started: Intake[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((intake) => intake.stop()));
});

/** An intake over a store that fails as it is told to. */
function begin(
  fail: (events: readonly ReceivedEvent[]) => void = () => undefined,
  { driverOf = memoryDriver, logger = silentLogger } = {},
) {
  const server = createMemoryBrokerServer();
  const broker = createBroker(driverOf(server));
  const stored: ReceivedEvent[] = [];
  const letters: NewDeadLetter[] = [];
  const project = defineProject({ name: "shop", topics: ["events"], machines: [], routes: [] });
  const intake = createIntake({
    project: project.name,
    intake: { broker, from: "in", topic: "events" },
    store: {
      async receive(events) {
        fail(events);
        stored.push(...events);
        return { events: events.length, deliveries: 0 };
      },
    },
    lanes: {
      async commit(commits) {
        letters.push(...commits.flatMap(({ deadLetters }) => deadLetters));
        return { effects: [], hasDeliveries: false };
      },
    },
    capture: createLetterCapture(project, undefined),
    clock: systemClock,
    logger,
  });
  started.push(intake);
  return { server, broker, stored, letters, intake };
}

const envelopeOf = (subject: string, n: number) =>
  createEnvelope({ type: "t", source: "/s", subject, data: { n } });

describe("an intake", () => {
  it("records what a topic brings, to the byte and in order, and acknowledges it then", async () => {
    const { broker, stored, intake } = begin();
    const text =
      '{"specversion":"1.0","id":"1","source":"/s","type":"t","subject":"a", "data":{"n":1.0}}';
    await broker.publish("in", text);
    for (const n of [2, 3]) await broker.publish("in", envelopeOf("a", n));
    intake.start();
    await eventually("three events", async () => stored.length === 3);
    expect(stored[0]).toMatchObject({ topic: "events", text });
    expect(stored.map(({ envelope }) => (envelope.data as { n: number }).n)).toEqual([1, 2, 3]);
    await intake.stop();
    expect([intake.received(), broker.health().inFlight, broker.held("in")]).toEqual([3, 0, 0]);
    const [left] = await broker.subscribe("in", { idleMs: 0 }).take(1);
    expect(left).toBeUndefined();
  });

  it("says in the engine's log why a broker does not let it consume", () => {
    const lines: object[] = [];
    const { broker, intake } = begin(undefined, {
      logger: jsonLogger((line) => lines.push(JSON.parse(line))),
      driverOf: (server) => ({
        ...memoryDriver(server),
        open(topic, inflow) {
          inflow.failed(new BrokerRefusedError("memory", "NOPERM no right to read"));
          return memoryDriver(server).open(topic, inflow);
        },
      }),
    });
    intake.start();
    const problem = "memory: NOPERM no right to read";
    expect(lines).toMatchObject([{ level: "error", broker: "memory", topic: "in", problem }]);
    expect(broker.health()).toMatchObject({ healthy: false, problem });
  });

  it("hands back what it cannot record while the store is down, and records it later, in order", async () => {
    let calls = 0;
    const { broker, stored, intake, letters } = begin(() => {
      calls += 1;
      if (calls <= 2) throw new StoreUnavailableError("publish events");
    });
    for (const n of [1, 2, 3]) await broker.publish("in", envelopeOf("a", n));
    intake.start();
    await eventually("three events", async () => stored.length === 3);
    expect(stored.map(({ envelope }) => (envelope.data as { n: number }).n)).toEqual([1, 2, 3]);
    expect(letters).toEqual([]);
  });

  it("gives up an envelope that the store does not take, and that one alone", async () => {
    const { broker, stored, letters, intake } = begin((events) => {
      if (events.some(({ envelope }) => envelope.subject === "bad")) throw new RangeError("no");
    });
    for (const subject of ["a", "bad", "b"]) await broker.publish("in", envelopeOf(subject, 1));
    intake.start();
    await eventually("the others", async () => stored.length === 2 && letters.length === 1);
    expect(letters[0]).toMatchObject({ reason: "corrupt", topic: "events", project: "shop" });
  });

  it("leaves a dead letter of a message that is no envelope: size and error, and nothing of it [BRK-29]", async () => {
    const { server, stored, letters, broker, intake } = begin();
    server.put("in", "x", Buffer.from("password=hunter2"));
    await broker.publish("in", envelopeOf("a", 1));
    intake.start();
    await eventually("both", async () => stored.length === 1 && letters.length === 1);
    const [letter] = letters;
    expect(letter).toMatchObject({ reason: "corrupt", attempts: 1, subject: "" });
    expect(letter?.errors[0]?.message).toContain("(16 bytes)");
    expect(letter?.sealed).toBeUndefined();
    expect(JSON.stringify(letter)).not.toContain("hunter2");
  });
});
