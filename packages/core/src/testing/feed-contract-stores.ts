import { afterEach, beforeEach } from "vitest";
import type { AuditState, LetterState } from "../engine/engine-inspection.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import type { FeedOperation } from "../feeds/feed-operation.ts";
import type {
  FeedCursorStore,
  FeedLeaseStore,
  FeedPartition,
  FeedSource,
  FeedStores,
} from "../feeds/feed-stores.ts";
import { defineProject, type Project } from "../projects/define-project.ts";
import type { FeedDefinition, FeedRecord, FeedStart } from "../projects/feed.ts";

/** Stores of feeds under test, with what a contract needs around them. */
export interface FeedStoresUnderTest {
  /** The stores of one worker; all workers share what is stored. */
  storesOf(workerId: string): FeedStores;
  /** Make feeds known, or known otherwise. */
  register(project: Project): Promise<void>;
  /** Publish one envelope after the other, each in a transaction of its own. */
  publish(topic: string, ...envelopes: ReturnType<typeof createEnvelope>[]): Promise<void>;
  move(operation: FeedOperation & { readonly to: FeedStart }): Promise<void>;
  /** Let a worker of the project be known to be alive. */
  join(workerId: string): Promise<void>;
  letters(): Promise<readonly LetterState[]>;
  audit(): Promise<readonly AuditState[]>;
  /** Let the store's clock run on. No call may wait for real time. */
  passTime(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** How a third party runs the contract on stores of its own. */
export interface FeedContractOptions {
  /** Make empty stores for project `contract`, isolated from all others this returned. */
  readonly makeStores: () => Promise<FeedStoresUnderTest>;
}

/** A project that has nothing but feeds on `events` and, if they say so, `other`. */
export function feedProject(
  ...feeds: (Partial<FeedDefinition> & { readonly name: string })[]
): Project {
  return defineProject({
    name: "contract",
    topics: [
      { name: "events", onUnknown: "ignore" },
      { name: "other", onUnknown: "ignore" },
    ],
    machines: [],
    routes: [],
    feeds: feeds.map((feed) => ({ topic: "events", sink: async () => undefined, ...feed })),
  });
}

/** The only partition of a feed on `events`, or another. */
export function partitionOf(feed: string, fields: Partial<FeedPartition> = {}): FeedPartition {
  return { feed, topic: "events", partition: 0, partitions: 1, ...fields };
}

/** The n-th envelope of a subject. */
export function numbered(
  subject: string,
  n: number,
  fields: { readonly type?: string; readonly source?: string } = {},
) {
  return createEnvelope({
    type: "counted",
    source: "/contract",
    id: `${subject}-${n}`,
    subject,
    data: { n },
    ...fields,
  });
}

/** Fresh stores for one test, with one feed `all` on `events`. */
export interface FeedBench {
  readonly under: FeedStoresUnderTest;
  readonly source: FeedSource;
  readonly cursors: FeedCursorStore;
  readonly leases: FeedLeaseStore;
  /** Everything of a partition behind a position, read in pages of two. */
  readAll(partition?: FeedPartition, after?: bigint): Promise<readonly FeedRecord[]>;
}

/** A bench for each test of the surrounding `describe`. */
export function feedBench({ makeStores }: FeedContractOptions): () => FeedBench {
  let bench: FeedBench | undefined;
  beforeEach(async () => {
    const under = await makeStores();
    await under.register(feedProject({ name: "all" }));
    bench = { under, ...partsOf(under.storesOf("first")) };
  });
  afterEach(() => bench?.under.close());
  return () => {
    if (bench === undefined) throw new Error("no bench: ask for it inside a test");
    return bench;
  };
}

/** The ports of stores that have them all. */
export function partsOf(stores: FeedStores): Omit<FeedBench, "under"> {
  const { source, cursors, leases } = stores;
  if (source === undefined || leases === undefined) throw new Error("the contract needs all ports");
  const readAll: FeedBench["readAll"] = async (partition = partitionOf("all"), after = 0n) => {
    const records: FeedRecord[] = [];
    for (let at: bigint | undefined = after; at !== undefined; ) {
      const page = await source.readPage({ ...partition, after: at, limit: 2, types: undefined });
      records.push(...page.records);
      at = page.scannedTo;
    }
    return records;
  };
  return { source, cursors, leases, readAll };
}
