import { setTimeout as delay } from "node:timers/promises";
import type { OutgoingMessage } from "../broker-driver.ts";
import type {
  KafkaError,
  KafkaMetadata,
  KafkaPackage,
  KafkaProducer,
  KafkaSettings,
} from "./kafka-client.ts";
import { CODES, hasCode } from "./kafka-errors.ts";

/** A producer, connected. It reconnects by itself. */
export interface ProducerSession {
  /** @throws {KafkaError} unless the server has it */
  publish(topic: string, message: OutgoingMessage): Promise<void>;
  /** Make a topic, unless it is there. A server that does not let us, or knows no such request, may have it all the same. */
  createTopic(topic: NewTopic): Promise<void>;
  /** Ask for the servers, and for no topic: one that is asked for may be made. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface NewTopic {
  readonly topic: string;
  readonly num_partitions: number;
  /** -1: as the server has it. */
  readonly replication_factor: number;
}

/** For a topic that may be about to be there. */
const LOOKS = 10;
const LOOK_MS = 100;

export interface ProducerOptions {
  readonly settings: KafkaSettings;
  /** For what is no publishing. */
  readonly adminSettings: KafkaSettings;
  readonly timeoutMs: number;
}

type Settle = (error?: Error) => void;

/** Open a producer; rejects if no server answers in time. */
export async function openProducer(
  { Producer, AdminClient }: KafkaPackage,
  { settings, adminSettings, timeoutMs }: ProducerOptions,
): Promise<ProducerSession> {
  const producer = new Producer(settings);
  /** Publishes without an answer yet. */
  const pending = new Set<Settle>();
  producer.on("event.error", ignore);
  producer.on("delivery-report", (error, { opaque }) => (opaque as Settle)(error ?? undefined));
  await call((done) => producer.connect({ timeout: timeoutMs, allTopics: false }, done));
  producer.setPollInBackground(true);

  return {
    publish: (topic, { subject, body, contentType }) =>
      new Promise((resolve, reject) => {
        const settle: Settle = (error) => {
          pending.delete(settle);
          if (error === undefined) resolve();
          else reject(error);
        };
        pending.add(settle);
        try {
          const headers = [{ "content-type": contentType }];
          producer.produce(topic, null, Buffer.from(body), subject, null, settle, headers);
        } catch (error) {
          pending.delete(settle);
          throw error;
        }
      }),
    async createTopic(topic) {
      // Not made from the producer: that copies the producer's lock, which blocks for ever if it is held just then.
      const admin = AdminClient.create(adminSettings);
      try {
        await call((done) => admin.createTopic(topic, timeoutMs, done));
      } catch (error) {
        if (hasCode(error, CODES.topicExists)) return;
        const { unsupported, topicForbidden, clusterForbidden } = CODES;
        const mayBeThere = hasCode(error, unsupported, topicForbidden, clusterForbidden);
        if (!mayBeThere || !(await exists(producer, topic.topic, timeoutMs))) throw error;
      } finally {
        admin.disconnect();
      }
    },
    async ping() {
      await ask<KafkaMetadata>((answer) =>
        producer.getMetadata({ allTopics: false, timeout: timeoutMs }, answer),
      );
    },
    async close() {
      await disconnect(producer, timeoutMs);
      for (const settle of [...pending]) settle(new Error("the connection was closed"));
    },
  };
}

/** A server that makes topics itself does so when one is asked for, and has it a moment later. */
async function exists(producer: KafkaProducer, topic: string, timeoutMs: number): Promise<boolean> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    if (looks > 0) await delay(LOOK_MS);
    const { topics } = await ask<KafkaMetadata>((answer) =>
      producer.getMetadata({ topic, timeout: timeoutMs }, answer),
    );
    const found = topics.find(({ name }) => name === topic);
    if (found !== undefined && found.partitions.length > 0) return true;
  }
  return false;
}

function disconnect(producer: KafkaProducer, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => void producer.disconnect(timeoutMs, () => resolve()));
}

/** A call of the client's as a promise. */
export function call(run: (done: (error?: KafkaError | null) => void) => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    run((error) => (error ? reject(error) : resolve()));
  });
}

/** The same with a result. */
export function ask<Result>(
  run: (answer: (error: KafkaError | null | undefined, result: Result) => void) => unknown,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    run((error, result) => (error ? reject(error) : resolve(result)));
  });
}

/** What goes wrong is told by the calls that it concerns. */
function ignore(): void {}
