import { afterEach, expect, it } from "vitest";
import type { BrokerElsewhere } from "../testing/doomed-consumer.ts";
import { eventually } from "../testing/eventually.ts";
import type { Broker, Capability } from "./broker.ts";
import { consume, envelopeOf, newTopic, numberOf } from "./contract/contract-bench.ts";
import { killedConsumerCase } from "./contract/killed-consumer.contract.ts";
import {
  EACH,
  endedConsumerCase,
  publishSurely,
  runThrough,
} from "./contract/run-through.contract.ts";
import type { BrokerOptions } from "./create-broker.ts";

/** What can be broken here; what cannot is a sentence that says why, and stands in a title. */
export interface FaultAbilities {
  /** The server can be killed, and started again over what it had written. */
  readonly restarts: Capability;
}

/** A server behind something that breaks it. */
export interface BrokerFaults {
  connect(options?: BrokerOptions): Broker;
  /** Break every connection; they can be opened again at once. */
  cut(): void;
  /** Break every connection, and each that is tried, until told otherwise. */
  away(isAway: boolean): void;
  /** The server takes what it is sent and answers nothing, until told otherwise. */
  hang(isHanging: boolean): void;
  /** The same from another process, which is killed. */
  elsewhere(): BrokerElsewhere;
  /** Called only where the server `restarts`. */
  restart?(): Promise<void>;
}

/** What a broker owes its users when things break. */
export function brokerFaultsContract(can: FaultAbilities, open: () => BrokerFaults): void {
  const brokers: Broker[] = [];
  const connect = (options?: BrokerOptions): Broker => {
    const broker = open().connect(options);
    brokers.push(broker);
    return broker;
  };
  afterEach(async () => {
    await Promise.all(brokers.splice(0).map((broker) => broker.close({ drainMs: 0 })));
  });

  it("loses nothing and keeps each subject's order while connections are cut [ORD-03]", async () => {
    await runThrough(connect, async () => open().cut());
  });

  const unless = can.restarts === true ? "" : `; it is not killed, since ${can.restarts}`;
  it(`loses nothing and keeps each subject's order while the server is away${unless} [ORD-03]`, async () => {
    const [watching, topic] = [connect(), newTopic()];
    await watching.createTopics([topic]);
    await runThrough(connect, async () => {
      open().away(true);
      try {
        await untilUnreachable(watching, topic);
      } finally {
        open().away(false);
      }
    });
  });

  if (can.restarts === true) restartCases(connect, open);

  endedConsumerCase(connect);
  killedConsumerCase(connect, () => open().elsewhere());

  it("tells once that the broker is gone, however often it is tried, and then that it is back [BRK-32][BRK-26]", async () => {
    const { away } = open();
    const told: string[] = [];
    const broker = connect({
      onDisconnect: () => told.push("gone"),
      onReconnect: () => told.push("back"),
    });
    const topic = newTopic();
    await broker.createTopics([topic]);
    await broker.publish(topic, envelopeOf("order-1", 0));
    const subscription = broker.subscribe(topic);
    await (await subscription.take(1))[0]?.ack();
    expect(told).toEqual([]);
    away(true);
    try {
      for (let tries = 0; tries < 3; tries += 1) await untilUnreachable(broker, topic);
      expect([told, broker.health().healthy]).toEqual([["gone"], false]);
    } finally {
      away(false);
    }
    await eventually("the broker's return", async () => {
      const works = await isPublished(broker, topic);
      return works && broker.health().healthy;
    });
    expect(told.slice(0, 2)).toEqual(["gone", "back"]);
    // What was under way at the return may fail after it, and is an outage of its own then.
    for (const [at, word] of told.entries()) expect(word).toBe(at % 2 === 0 ? "gone" : "back");
  });

  it("says when it is asked whether the broker is there, once it was and once it is not", async () => {
    const { away } = open();
    const broker = connect();
    if (broker.ping === undefined) throw new Error("has a server, and cannot ask it");
    await broker.ping();
    expect(broker.health()).toEqual({ healthy: true, inFlight: 0 });
    away(true);
    try {
      await expect(broker.ping()).rejects.toMatchObject({ fault: "infrastructure" });
      expect(broker.health().healthy).toBe(false);
    } finally {
      away(false);
    }
    const isThere = () =>
      broker.ping?.().then(
        () => true,
        () => false,
      ) ?? Promise.resolve(false);
    await eventually("the broker's return", isThere);
    expect(broker.health().healthy).toBe(true);
  });

  it("throws if the broker does not answer a publish in time [BRK-10]", async () => {
    const { hang, cut } = open();
    const broker = connect();
    const topic = newTopic();
    await broker.createTopics([topic]);
    await broker.publish(topic, envelopeOf("order-1", 0));
    hang(true);
    try {
      await expect(broker.publish(topic, envelopeOf("order-1", 1))).rejects.toMatchObject({
        fault: "infrastructure",
      });
      expect(broker.health().healthy).toBe(false);
    } finally {
      hang(false);
      cut();
    }
  });
}

function restartCases(connect: () => Broker, open: () => BrokerFaults): void {
  const restart = async (): Promise<void> => {
    const { restart: killAndRestart } = open();
    if (killAndRestart === undefined) throw new Error("says that it restarts, and not how");
    await killAndRestart();
  };

  it("loses nothing and keeps each subject's order when the server is killed and restarted [ORD-03]", async () => {
    await runThrough(connect, restart);
  });

  it("has after a kill and a restart what it confirmed before, if it says that it survives one, and has it in order", async () => {
    const broker = connect();
    const topic = newTopic();
    await broker.createTopics([topic]);
    for (let n = 0; n < EACH; n += 1) await broker.publish(topic, envelopeOf("order-1", n));
    await restart();
    const { survivesRestart } = broker.capabilities;
    // A condition that it names instead (Redis: `appendonly`) is one that the server of the tests meets.
    expect([true, expect.stringContaining("appendonly")]).toContainEqual(survivesRestart);
    await publishSurely(broker, topic, "order-1", EACH);
    const numbers = (await consume(connect(), topic, EACH + 1)).map(numberOf);
    expect(numbers).toEqual(Array.from({ length: EACH + 1 }, (_, n) => n));
  });
}

async function untilUnreachable(broker: Broker, topic: string): Promise<void> {
  await eventually("an outage to be noticed", async () => !(await isPublished(broker, topic)));
}

/** @returns false if the broker was not reached */
async function isPublished(broker: Broker, topic: string): Promise<boolean> {
  try {
    await broker.publish(topic, envelopeOf("order-1", 1));
    return true;
  } catch (error) {
    expect(error).toMatchObject({ fault: "infrastructure" });
    return false;
  }
}
