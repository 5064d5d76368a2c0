import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { encodeEnvelope } from "../envelope/encode-envelope.ts";
import { MissingExtraError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import { jsonLogger } from "../kernel/logger.ts";
import { eventually } from "../testing/eventually.ts";
import type { Arrival, BrokerDriver, Inflow } from "./broker-driver.ts";
import { createBroker } from "./create-broker.ts";
import { BrokerRefusedError, BrokerUnavailableError } from "./errors.ts";

const LEASE_MS = 10_000;

/** A driver that brings what a test hands it, and a clock that stands still until it is told to go on. */
function openScene(
  options: {
    readonly publish?: () => Promise<void>;
    readonly logger?: Logger;
    /** Subject `late`: brought while the subscription ends. */
    readonly bringsWhilePausing?: boolean;
  } = {},
) {
  const told: string[] = [];
  let inflow: Inflow | undefined;
  let nowMs = 0;
  const driver: BrokerDriver = {
    name: "test",
    capabilities: { delaysAlone: true, countsRedeliveries: true, survivesRestart: true },
    publish: options.publish ?? (async () => undefined),
    open(_topic, given) {
      inflow = given;
      return {
        leaseMs: LEASE_MS,
        isEmpty: async () => true,
        pause: async () => {
          if (options.bringsWhilePausing) given.push([arrivalOf("late-1", "late")]);
        },
        close: async () => void told.push("closed"),
      };
    },
    createTopics: async () => undefined,
    close: async () => void told.push("disconnected"),
  };
  const due: (() => void)[] = [];
  const after = (_delayMs: number, run: () => void) => {
    due.push(run);
    return () => undefined;
  };
  const clock = { nowMs: () => nowMs, timers: { after } };
  const broker = createBroker(
    driver,
    {
      onDisconnect: () => told.push("gone"),
      onReconnect: () => told.push("back"),
      onRefused: (error) => told.push(`refused: ${(error as Error).message}`),
      ...(options.logger === undefined ? {} : { logger: options.logger }),
    },
    clock,
  );
  const arrivalOf = (name: string, subject: string): Arrival => ({
    body: Buffer.from(encodeEnvelope(createEnvelope({ type: "t", id: name, subject }))),
    headers: {},
    redeliveries: 0,
    ack: async () => void told.push(`ack ${name}`),
    requeue: async () => ({ kind: "kept" }),
    release: async (wasHandedOut) => {
      await turnOfTheLoop(); // as whoever asks a server
      told.push(`release ${name}${wasHandedOut ? " out" : ""}`);
    },
  });
  return {
    broker,
    told,
    bring: (...names: readonly [string, string][]) => {
      const arrivals = names.map(([name, subject]) => arrivalOf(name, subject));
      inflow?.push(arrivals);
      return arrivals;
    },
    inflow: () => inflow,
    /** Whatever waits for a time has waited long enough: once it has begun to wait. */
    expireTimers: () =>
      setImmediate(() => {
        for (const run of due.splice(0)) run();
      }),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

const ids = (deliveries: readonly { readonly envelope: { readonly id: string } }[]) =>
  deliveries.map(({ envelope }) => envelope.id);

describe("what all brokers share", () => {
  it("gives back what was held for half of its lease, with what follows it, instead of handing it out late [BRK-28]", async () => {
    const { broker, told, bring, pass } = openScene();
    const subscription = broker.subscribe("t");
    bring(["a-1", "a"], ["a-2", "a"]);
    pass(LEASE_MS / 2 + 1);
    bring(["b-1", "b"]);
    expect(ids(await subscription.take(10))).toEqual(["b-1"]);
    await eventually("both releases", async () => told.length === 2);
    expect(told).toEqual(["release a-2", "release a-1"]);
    expect(broker.held("t")).toBe(0);
  });

  it("hands out what is younger [BRK-28]", async () => {
    const { broker, bring, pass } = openScene();
    const subscription = broker.subscribe("t");
    bring(["a-1", "a"]);
    pass(LEASE_MS / 2 - 1);
    expect(ids(await subscription.take(10))).toEqual(["a-1"]);
  });

  it("says of what was lost with its connection that it comes again, and goes on with its subject [BRK-09]", async () => {
    const { broker, told, bring, inflow } = openScene();
    const subscription = broker.subscribe("t");
    const arrivals = bring(["a-1", "a"], ["a-2", "a"]);
    const [first] = await subscription.take(1);
    inflow()?.lost(arrivals);
    await expect(first?.ack()).rejects.toBeInstanceOf(BrokerUnavailableError);
    await first?.ack(); // settled here, whatever came of it
    expect(broker.held("t")).toBe(0);
    bring(["a-1", "a"]);
    const [again] = await subscription.take(1);
    await again?.ack();
    expect(told).toContain("ack a-1");
  });

  it("has given back what was brought while it ended before it lets go of its source [BRK-26]", async () => {
    const { broker, told } = openScene({ bringsWhilePausing: true });
    broker.subscribe("t");
    await broker.close();
    expect(told).toEqual(["release late-1", "closed", "disconnected"]);
  });

  it("hands back what is held and lets go of what is out when its time to end is over [BRK-26]", async () => {
    const { broker, told, bring, expireTimers } = openScene();
    const subscription = broker.subscribe("t");
    bring(["a-1", "a"], ["a-2", "a"], ["b-1", "b"]);
    await subscription.take(1);
    await subscription.close();
    expect(told.sort()).toEqual(["release a-2", "release b-1"]);
    expect(await subscription.take(1)).toEqual([]);
    expect(broker.health().inFlight).toBe(1);
    void broker.close({ drainMs: 0 });
    expireTimers();
    await eventually("the end", async () => told.includes("disconnected"));
    expect(told.slice(2)).toEqual(["release a-1 out", "closed", "disconnected"]);
  });

  it("tells of an outage once, at its first and last call, and logs no text that may hold a password [BRK-32]", async () => {
    const lines: string[] = [];
    const log = (message: string, fields?: object) => lines.push(JSON.stringify([message, fields]));
    const logger = { debug: log, info: log, warn: log, error: log };
    let isDown = true;
    const { broker, told } = openScene({
      logger,
      publish: async () => {
        if (isDown) throw new BrokerUnavailableError("test", "no redis://user:hunter2@host");
      },
    });
    const envelope = createEnvelope({ type: "t" });
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(broker.publish("t", envelope)).rejects.toThrow(BrokerUnavailableError);
    }
    expect([told, broker.health().healthy]).toEqual([["gone"], false]);
    isDown = false;
    await broker.publish("t", envelope);
    await broker.publish("t", envelope);
    expect([told, broker.health().healthy]).toEqual([["gone", "back"], true]);
    expect(lines).toHaveLength(2);
    expect(lines.join()).toContain("BrokerUnavailableError");
    expect(lines.join()).not.toContain("hunter2");
  });

  it("tells of what it is refused once, with its words, to whoever consumes, and is not healthy until that works [BRK-32]", () => {
    const lines: Record<string, unknown>[] = [];
    const logger = jsonLogger((line) => lines.push(JSON.parse(line)));
    const { broker, told, inflow } = openScene();
    broker.subscribe("t", { logger });
    const missing = new MissingExtraError("redis");
    for (let tries = 0; tries < 3; tries += 1) inflow()?.failed(missing);

    const problem = "package 'redis' is not installed, run: npm install redis";
    expect(broker.health()).toEqual({ healthy: false, inFlight: 0, problem });
    expect(told).toEqual([`refused: ${problem}`]);
    expect(lines).toMatchObject([{ level: "error", broker: "test", topic: "t", problem }]);

    inflow()?.failed(new BrokerRefusedError("test", "no right at redis://user:hunter2@host"));
    expect(lines).toHaveLength(2);
    expect(JSON.stringify([lines, broker.health()])).not.toContain("hunter2");
    inflow()?.worked();
    inflow()?.worked();
    expect([broker.health(), lines.length]).toEqual([{ healthy: true, inFlight: 0 }, 3]);
  });

  it("is not healthy because of one thing alone that is refused, whatever else works, until its subscription ends", async () => {
    const { broker, inflow } = openScene();
    const subscription = broker.subscribe("t");
    inflow()?.apart().failed(new BrokerRefusedError("test", "no such shard"));
    inflow()?.worked();
    await broker.publish("t", createEnvelope({ type: "t" }));
    expect(broker.health()).toMatchObject({ healthy: false, problem: "test: no such shard" });
    await subscription.close();
    expect(broker.health()).toMatchObject({ healthy: true });
  });
});
