import { describe, expect, it, vi } from "vitest";
import { MissingExtraError } from "../../kernel/errors.ts";
import { IDLE_INFLOW } from "../../testing/idle-inflow.ts";
import type { Arrival } from "../broker-driver.ts";
import type { KafkaMessage } from "./kafka-client.ts";
import type { ConsumerEvents, ConsumerSession } from "./kafka-consumer.ts";
import { createKafkaSource } from "./kafka-source.ts";

const messageAt = (offset: number): KafkaMessage => ({
  ...{ topic: "t", partition: 0, offset, value: Buffer.from(String(offset)) },
});

/** A source on consumers that bring what a test lays before them. */
function openScene(roomOf: (out: number) => number = (out) => 8 - out) {
  const pushed: Arrival[] = [];
  const lost: Arrival[] = [];
  const consumers: { events: ConsumerEvents; next: KafkaMessage[]; log: string[] }[] = [];
  const committed: [number, number][] = [];
  let settled = 0;
  const open = async (events: ConsumerEvents): Promise<ConsumerSession> => {
    const own = { events, next: [] as KafkaMessage[], log: [] as string[] };
    consumers.push(own);
    return {
      take: async (max) => own.next.splice(0, max),
      commit: async (offsets) => void committed.push(...offsets),
      pause: (partitions) => void own.log.push(`pause ${partitions}`),
      resume: (partitions) => void own.log.push(`resume ${partitions}`),
      ...{ probe: async () => undefined, endOf: async () => 0 },
      close: async () => void own.log.push("closed"),
    };
  };
  const source = createKafkaSource(
    {
      ...IDLE_INFLOW,
      room: () => roomOf(pushed.length - settled),
      push: (arrivals) => void pushed.push(...arrivals),
      recall: (arrivals) => arrivals.slice(1), // the first is in somebody's hands
      lost: (arrivals) => void lost.push(...arrivals),
    },
    {
      ...{ ensure: async () => undefined, onMissing: () => undefined, open },
      ...{ timeoutMs: 1_000, handoverMs: 5_000, aheadMax: 4 },
    },
  );
  const settle = async (arrival: Arrival | undefined) => {
    settled += 1;
    await arrival?.ack();
  };
  return { source, consumers, pushed, lost, committed, settle };
}

/** What is looked for comes within milliseconds, but on a busy machine. */
const until = (look: () => void) => vi.waitFor(look, { timeout: 30_000, interval: 5 });

describe("a consumer of a Kafka topic", () => {
  it("commits what is settled without a gap, and nothing past what is not [BRK-30]", async () => {
    const { source, consumers, pushed, committed, settle } = openScene();
    await until(() => expect(consumers).toHaveLength(1));
    const [consumer] = consumers;
    consumer?.events.onAssigned([0]);
    consumer?.next.push(messageAt(5), messageAt(6), messageAt(9));
    await until(() => expect(pushed).toHaveLength(3));
    await settle(pushed[1]);
    expect(committed).toEqual([]);
    await settle(pushed[0]);
    await settle(pushed[2]);
    expect(committed).toEqual([
      [0, 9],
      [0, 10],
    ]);
    await source.close();
  });

  it("hands a partition over once what is out of it is settled and committed, and what waits goes back", async () => {
    const { source, consumers, pushed, committed, lost, settle } = openScene();
    await until(() => expect(consumers).toHaveLength(1));
    const [consumer] = consumers;
    consumer?.events.onAssigned([0]);
    consumer?.next.push(messageAt(0), messageAt(1));
    await until(() => expect(pushed).toHaveLength(2));
    let isOver = false;
    const revoking = consumer?.events.onRevoked([0], false).then(() => {
      isOver = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isOver).toBe(false);
    await settle(pushed[0]);
    await revoking;
    expect([committed, lost]).toEqual([[[0, 1]], []]);
    await source.close();
  });

  it("resumes a partition that it paused for others and is given again, since the library keeps the pause", async () => {
    const { source, consumers, pushed, settle } = openScene();
    await until(() => expect(consumers).toHaveLength(1));
    const [consumer] = consumers;
    consumer?.events.onAssigned([0, 1]);
    consumer?.next.push(messageAt(0));
    await until(() => expect(pushed).toHaveLength(1));
    const revoking = consumer?.events.onRevoked([0], false);
    await until(() => expect(consumer?.log).toEqual(["pause 0"]));
    await settle(pushed[0]);
    await revoking;
    expect(consumer?.log).toEqual(["pause 0"]);
    consumer?.events.onAssigned([0]);
    await until(() => expect(consumer?.log).toEqual(["pause 0", "resume 0"]));
    await source.close();
  });

  it("begins anew once the group has gone on without it, and does not hear the consumer that it left", async () => {
    const { source, consumers, pushed, lost } = openScene();
    await until(() => expect(consumers).toHaveLength(1));
    const [old] = consumers;
    old?.events.onAssigned([0]);
    old?.next.push(messageAt(0));
    await until(() => expect(pushed).toHaveLength(1));
    await old?.events.onRevoked([0], true);
    expect(lost).toEqual(pushed);
    await until(() => expect(consumers).toHaveLength(2));
    const next = consumers[1];
    next?.events.onAssigned([0]);
    await old?.events.onRevoked([0], false); // as it is being closed
    next?.next.push(messageAt(0));
    await until(() => expect(pushed).toHaveLength(2));
    expect(old?.log).toEqual(["closed"]);
    await source.close();
  });

  it("pauses a partition whose first message stays unsettled while others come, and goes on once it is", async () => {
    const { source, consumers, pushed, settle } = openScene();
    await until(() => expect(consumers).toHaveLength(1));
    const [consumer] = consumers;
    consumer?.events.onAssigned([0]);
    consumer?.next.push(...[0, 1, 2, 3].map(messageAt));
    await until(() => expect(consumer?.log).toEqual(["pause 0"]));
    for (const arrival of pushed.slice(1)) await settle(arrival);
    expect(consumer?.log).toEqual(["pause 0"]);
    await settle(pushed[0]);
    await until(() => expect(consumer?.log).toEqual(["pause 0", "resume 0"]));
    await source.close();
  });

  it("pauses everything while there is no room, so that it hears its group and takes nothing", async () => {
    let isFull = true;
    const { source, consumers } = openScene(() => (isFull ? 0 : 8));
    await until(() => expect(consumers).toHaveLength(1));
    const [consumer] = consumers;
    consumer?.events.onAssigned([0, 1]);
    await until(() => expect(consumer?.log).toEqual(["pause 0,1"]));
    isFull = false;
    await until(() => expect(consumer?.log).toEqual(["pause 0,1", "resume 0,1"]));
    await source.close();
  });

  it("tells why it cannot begin, also where nobody was even asked", async () => {
    const told: unknown[] = [];
    const missing = new MissingExtraError("@confluentinc/kafka-javascript");
    const source = createKafkaSource(
      { ...IDLE_INFLOW, failed: (error) => void told.push(error) },
      {
        ...{ ensure: async () => undefined, onMissing: () => undefined },
        ...{ timeoutMs: 1_000, handoverMs: 5_000, aheadMax: 4 },
        open: () => Promise.reject(missing),
      },
    );
    await until(() => expect(told).toContain(missing));
    await source.close();
  });
});
