import { loadExtra } from "../../kernel/load-extra.ts";

/**
 * The part that is used of the package `@confluentinc/kafka-javascript`, its callback API. Declared here and not taken from the package:
 * it brings a library in C of its own, which is fetched or compiled, so that nothing of ours installs it, not even to check types.
 */
export interface KafkaPackage {
  readonly Producer: new (settings: KafkaSettings, topicSettings?: KafkaSettings) => KafkaProducer;
  readonly KafkaConsumer: new (
    settings: KafkaSettings,
    topicSettings?: KafkaSettings,
  ) => KafkaConsumer;
  readonly AdminClient: { create(settings: KafkaSettings): KafkaAdmin };
}

/** Settings of librdkafka by their names, and callbacks. */
export type KafkaSettings = Readonly<Record<string, unknown>>;

export interface KafkaPartition {
  readonly topic: string;
  readonly partition: number;
}

export interface KafkaOffset extends KafkaPartition {
  readonly offset: number;
}

export interface KafkaMessage extends KafkaOffset {
  readonly value: Buffer | null;
  readonly headers?: readonly Readonly<Record<string, Buffer | string>>[];
}

/** What the client throws, and hands to callbacks. */
export interface KafkaError extends Error {
  /** Below zero: of the library. Otherwise of Kafka's protocol. */
  readonly code: number;
}

type Done = (error?: KafkaError | null) => void;
type Answer<Result> = (error: KafkaError | null | undefined, result: Result) => void;

interface KafkaHandle {
  connect(options: { readonly timeout: number; readonly allTopics: boolean }, done: Done): unknown;
  getMetadata(
    options: { readonly topic?: string; readonly allTopics?: boolean; readonly timeout: number },
    answer: Answer<KafkaMetadata>,
  ): unknown;
  on(event: "event.error", hear: (error: KafkaError) => void): unknown;
}

export interface KafkaMetadata {
  readonly topics: readonly { readonly name: string; readonly partitions: readonly unknown[] }[];
}

export interface KafkaProducer extends KafkaHandle {
  produce(
    topic: string,
    partition: null,
    value: Buffer,
    key: string,
    timestamp: null,
    opaque: unknown,
    headers: readonly Readonly<Record<string, string>>[],
  ): unknown;
  setPollInBackground(does: boolean): unknown;
  /** Hands over what waits first, within this time. */
  disconnect(timeoutMs: number, done: () => void): unknown;
  on(event: "event.error", hear: (error: KafkaError) => void): unknown;
  on(
    event: "delivery-report",
    hear: (error: KafkaError | null | undefined, report: { readonly opaque: unknown }) => void,
  ): unknown;
}

export interface KafkaConsumer extends KafkaHandle {
  disconnect(done: () => void): unknown;
  setDefaultConsumeTimeout(ms: number): void;
  subscribe(topics: readonly string[]): unknown;
  consume(max: number, answer: Answer<readonly KafkaMessage[]>): void;
  /** Returns once it is on its way; `offset_commit_cb` of the settings is told what became of it. */
  commit(offsets: readonly KafkaOffset[]): unknown;
  pause(partitions: readonly KafkaPartition[]): unknown;
  resume(partitions: readonly KafkaPartition[]): unknown;
  incrementalAssign(partitions: readonly KafkaPartition[]): unknown;
  incrementalUnassign(partitions: readonly KafkaPartition[]): unknown;
  /** Whether the group has given what was ours to others already. */
  assignmentLost(): boolean;
  queryWatermarkOffsets(
    topic: string,
    partition: number,
    timeoutMs: number,
    answer: Answer<{ readonly highOffset: number }>,
  ): unknown;
  on(event: "event.error", hear: (error: KafkaError) => void): unknown;
  on(event: "partition.eof", hear: (end: KafkaOffset) => void): unknown;
}

export interface KafkaAdmin {
  createTopic(
    topic: {
      readonly topic: string;
      readonly num_partitions: number;
      readonly replication_factor: number;
    },
    timeoutMs: number,
    done: Done,
  ): void;
  disconnect(): void;
}

/** A name of its own: whoever bundles or checks these sources need not have the package. */
const PACKAGE: string = "@confluentinc/kafka-javascript";

/** @throws {MissingExtraError} if the package is not installed */
export async function loadKafka(): Promise<KafkaPackage> {
  const loaded = await loadExtra(
    PACKAGE,
    () => import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ PACKAGE),
  );
  return (loaded.default ?? loaded) as KafkaPackage;
}
