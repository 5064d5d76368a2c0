import { withinTime } from "../../kernel/within-time.ts";
import type {
  KafkaConsumer,
  KafkaError,
  KafkaMessage,
  KafkaMetadata,
  KafkaOffset,
  KafkaPackage,
  KafkaPartition,
  KafkaSettings,
} from "./kafka-client.ts";
import { CODES } from "./kafka-errors.ts";
import { ask, call } from "./kafka-producer.ts";
import { CONSUMER_TOPIC } from "./kafka-settings.ts";

/** What a consumer hears from its group. */
export interface ConsumerEvents {
  /** These are ours from now on. */
  onAssigned(partitions: readonly number[]): void;
  /**
   * Others are to have these. They are ours until this has settled.
   *
   * @param isLost others have them already
   */
  onRevoked(partitions: readonly number[], isLost: boolean): Promise<void>;
  /** Everything of a partition was brought, up to this offset. */
  onEnd(partition: number, offset: number): void;
  /** The library is in trouble; what it is told by may pass. */
  onTrouble(error: KafkaError): void;
}

export interface ConsumerOptions {
  readonly topic: string;
  readonly settings: KafkaSettings;
  readonly timeoutMs: number;
}

/** A member of a group that reads one topic; partitions by their numbers. It reconnects by itself. */
export interface ConsumerSession {
  /** What is there, up to so many, without waiting. The group is heard of by it as well. */
  take(max: number): Promise<readonly KafkaMessage[]>;
  /** One at a time. The server's word comes with what is taken: only who takes hears of it. */
  commit(offsets: ReadonlyMap<number, number>): Promise<void>;
  pause(partitions: readonly number[]): void;
  resume(partitions: readonly number[]): void;
  /** Ask the server for something small; rejects if it does not answer in time. */
  probe(): Promise<void>;
  /** The offset behind a partition's last message. */
  endOf(partition: number): Promise<number>;
  /** Leave the group. */
  close(): Promise<void>;
}

/** What the group says may come when the consumer was closed already, which throws. */
function whileOpen(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

/** Join a group; rejects if no server answers in time. */
export async function openConsumer(
  { KafkaConsumer }: KafkaPackage,
  { topic, settings, timeoutMs }: ConsumerOptions,
  events: ConsumerEvents,
): Promise<ConsumerSession> {
  const toPartition = (partition: number): KafkaPartition => ({ topic, partition });

  const rebalance = (
    error: Pick<KafkaError, "code"> | undefined,
    given: readonly KafkaPartition[],
  ) => {
    const numbers = given.map(({ partition }) => partition);
    if (error?.code === CODES.assign) {
      if (whileOpen(() => consumer.incrementalAssign(given))) events.onAssigned(numbers);
    } else if (error?.code === CODES.revoke) {
      const isLost = consumer.assignmentLost();
      void events
        .onRevoked(numbers, isLost)
        .then(() => whileOpen(() => consumer.incrementalUnassign(given)));
    }
  };
  // `commitCb` would be simpler, but says that offsets are committed once they are on their way.
  let hearCommit: (error: KafkaError | undefined, of: readonly KafkaOffset[]) => void = () => {};
  const consumer: KafkaConsumer = new KafkaConsumer(
    {
      ...settings,
      rebalance_cb: rebalance,
      offset_commit_cb: (error: KafkaError | undefined, of: readonly KafkaOffset[]) =>
        hearCommit(error, of),
    },
    CONSUMER_TOPIC,
  );
  consumer.on("event.error", events.onTrouble);
  consumer.on("partition.eof", ({ partition, offset }) => events.onEnd(partition, offset));
  await call((done) => consumer.connect({ timeout: timeoutMs, allTopics: false }, done));
  consumer.setDefaultConsumeTimeout(0); // waiting would take a thread of Node's few for each consumer
  consumer.subscribe([topic]);

  return {
    take: (max) => ask((answer) => consumer.consume(max, answer)),
    commit(offsets) {
      const list = [...offsets].map(([partition, offset]) => ({ topic, partition, offset }));
      const isOurs = ({ partition, offset }: KafkaOffset) => offsets.get(partition) === offset;
      const word = new Promise<void>((resolve, reject) => {
        hearCommit = (error, of) => {
          if (!of.every(isOurs)) return; // of an earlier one that was given up
          if (error) reject(error);
          else resolve();
        };
      });
      return withinTime({ timeoutMs }, () => {
        consumer.commit(list);
        return word;
      });
    },
    pause: (partitions) => void consumer.pause(partitions.map(toPartition)),
    resume: (partitions) => void consumer.resume(partitions.map(toPartition)),
    async probe() {
      await ask<KafkaMetadata>((answer) =>
        consumer.getMetadata({ topic, timeout: timeoutMs }, answer),
      );
    },
    async endOf(partition) {
      const { highOffset } = await ask<{ readonly highOffset: number }>((answer) =>
        consumer.queryWatermarkOffsets(topic, partition, timeoutMs, answer),
      );
      return highOffset;
    },
    close: () => new Promise((resolve) => void consumer.disconnect(() => resolve())),
  };
}
