import { createBroadcast } from "../broadcast.ts";
import type { Arrival, Inflow } from "../broker-driver.ts";
import type { KafkaMessage } from "./kafka-client.ts";
import type { OffsetCommits } from "./offset-commits.ts";
import { createPartitionProgress, type PartitionProgress } from "./partition-progress.ts";
import type { PartitionState } from "./plan-pauses.ts";

/** A partition that is ours, and what of it is out. */
interface Owned {
  readonly partition: number;
  readonly progress: PartitionProgress;
  /** What was brought and is neither settled nor given back, with its offset. */
  readonly out: Map<Arrival, number>;
  isLeaving: boolean;
}

/** The partitions that a consumer has: what of them is out, and what of that may be committed. */
export interface KafkaPartitions {
  assign(partitions: readonly number[]): void;
  has(partition: number): boolean;
  /** Take note of messages; those of partitions that are not ours, or not for long, are left to others. */
  receive(messages: readonly KafkaMessage[]): readonly Arrival[];
  /** There is nothing to come before this offset. */
  reached(partition: number, offset: number): void;
  /**
   * Others are to have these. What waits goes back; what is in somebody's hands may be settled until all of it is, or until `isOver`
   * settles. What is settled by then is committed; the rest is lost to whoever has it.
   */
  handOver(partitions: readonly number[], isOver: Promise<void>): Promise<void>;
  /** Others have these already, or will: all, where none are named. */
  lose(partitions?: readonly number[]): void;
  states(): readonly (PartitionState & { readonly next: number | undefined })[];
}

export function createKafkaPartitions(inflow: Inflow, commits: OffsetCommits): KafkaPartitions {
  const all = new Map<number, Owned>();
  const changes = createBroadcast();

  const toArrival = (owned: Owned, { value, offset, headers = [] }: KafkaMessage): Arrival => {
    let redeliveries = 0;
    /** Whether it was still ours to settle. */
    const done = (): boolean => {
      const was = owned.out.delete(arrival);
      changes.notify();
      return was;
    };
    const arrival: Arrival = {
      body: value ?? Buffer.alloc(0),
      headers: Object.fromEntries(headers.flatMap(Object.entries).map(toText)),
      redeliveries: undefined,
      async ack() {
        if (!done()) return;
        owned.progress.settled(offset);
        const committable = owned.progress.committable() ?? 0;
        // With one before it unsettled there is nothing that Kafka could note: that one's commit takes this along.
        if (committable > offset) await commits.commit(owned.partition, committable);
      },
      async requeue() {
        if (owned.isLeaving && done()) return { kind: "returned" };
        redeliveries += 1;
        return { kind: "kept", redeliveries };
      },
      async release() {
        done();
      },
    };
    owned.out.set(arrival, offset);
    owned.progress.received(offset);
    return arrival;
  };

  const lose: KafkaPartitions["lose"] = (partitions = [...all.keys()]) => {
    for (const partition of partitions) {
      const owned = all.get(partition);
      if (owned === undefined) continue;
      all.delete(partition);
      commits.forget(partition);
      owned.isLeaving = true;
      const lost = [...owned.out.keys()];
      owned.out.clear();
      inflow.lost(lost);
    }
    changes.notify();
  };

  return {
    assign(partitions) {
      for (const partition of partitions) {
        const progress = createPartitionProgress();
        all.set(partition, { partition, progress, out: new Map(), isLeaving: false });
      }
    },
    has: (partition) => all.has(partition),
    receive: (messages) =>
      messages.flatMap((message) => {
        const owned = all.get(message.partition);
        return owned === undefined || owned.isLeaving ? [] : [toArrival(owned, message)];
      }),
    reached: (partition, offset) => all.get(partition)?.progress.reached(offset),
    async handOver(partitions, isOver) {
      const leaving = partitions.flatMap((partition) => all.get(partition) ?? []);
      for (const owned of leaving) {
        owned.isLeaving = true;
        for (const arrival of inflow.recall([...owned.out.keys()])) owned.out.delete(arrival);
      }
      let isTimeUp = false;
      const timeUp = isOver.then(() => {
        isTimeUp = true;
      });
      while (!isTimeUp && leaving.some(({ out }) => out.size > 0)) {
        await Promise.race([changes.next(), timeUp]);
      }
      await commits.idle();
      lose(partitions);
    },
    lose,
    states: () =>
      [...all.values()].map(({ partition, progress, isLeaving }) => ({
        ...{ partition, isLeaving, ahead: progress.ahead(), next: progress.next() },
      })),
  };
}

function toText([name, value]: readonly [string, Buffer | string]): readonly [string, string] {
  return [name, typeof value === "string" ? value : value.toString("utf8")];
}
