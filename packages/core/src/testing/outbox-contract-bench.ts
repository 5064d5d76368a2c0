import { afterEach, beforeEach } from "vitest";
import type { ClaimedRow, ClaimRequest, OutboxStorage } from "../outbox/outbox-storage.ts";
import type { OutgoingTime, OutgoingTimer, TimerOptions } from "../outbox/outgoing.ts";

/** What a contract looks at of one message. */
export interface StoredMessage {
  /** Where it is: waiting or claimed, delivered and kept, given up; undefined once nothing is left of it. */
  readonly state: "pending" | "delivered" | "dead";
  readonly attempts: number;
  readonly deliveries: number;
  readonly lastError: string | null;
  /** Until it may be claimed; 0 or less if it may. */
  readonly waitsForMs: number;
}

/** A store of messages under test, with what a contract needs around it. */
export interface OutboxStorageUnderTest {
  /** A handle of its own, as another process has it; all handles share what is stored. */
  storage(): OutboxStorage;
  /** Write one message after the other, each in a transaction of its own. @returns their ids, in order */
  add(...messages: readonly ContractMessage[]): Promise<readonly string[]>;
  look(id: string): Promise<StoredMessage | undefined>;
  /** Let the store's clock run on. No call may wait for real time. */
  passTime(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** A store that also takes messages for later: what `add` is given may have a delay or a time. */
export interface OutboxLaterUnderTest extends OutboxStorageUnderTest {
  add(...messages: readonly (ContractMessage & OutgoingTime)[]): Promise<readonly string[]>;
  setTimers(
    timers: readonly OutgoingTimer[],
    options?: TimerOptions,
  ): Promise<readonly Pick<OutgoingTimer, "topic" | "timerId">[]>;
  cancelTimers(topic: string, timerIds: readonly string[]): Promise<readonly string[]>;
  /** By the store's clock. */
  now(): Promise<Date>;
}

/** A message as a contract writes it. */
export interface ContractMessage {
  readonly topic: string;
  readonly key?: string;
  readonly payload: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** How a third party runs the contract on a store of its own. */
export interface OutboxContractOptions {
  /** Make an empty store, isolated from all others this returned. */
  readonly makeStorage: () => Promise<OutboxStorageUnderTest>;
  /** What payloads the store can hold; default any bytes. */
  readonly holds?: "bytes" | "json";
}

export const LEASE_MS = 30_000;

/** A message of a topic, by its text, which it holds as a JSON string. */
export function contractMessage(
  text: string,
  fields: Partial<ContractMessage> = {},
): ContractMessage {
  return { topic: "orders", payload: Buffer.from(JSON.stringify(text)), headers: {}, ...fields };
}

/** A claim of everything by one owner, in strict order, or another. */
export function claimOf(owner: string, fields: Partial<ClaimRequest> = {}): ClaimRequest {
  return { owner, limit: 100, leaseMs: LEASE_MS, order: "strict", ...fields };
}

/** What claimed messages say. */
export function textsOf(rows: readonly ClaimedRow[]): readonly string[] {
  return rows.map(({ payload }) => JSON.parse(Buffer.from(payload).toString()) as string);
}

/** A fresh store for one test. */
export interface OutboxBench extends OutboxStorageUnderTest {
  readonly first: OutboxStorage;
  readonly second: OutboxStorage;
  /** Write messages with these texts, of one key or none. */
  addTexts(texts: readonly string[], fields?: Partial<ContractMessage>): Promise<readonly string[]>;
}

/** A bench for each test of the surrounding `describe`. */
export function outboxBench({ makeStorage }: OutboxContractOptions): () => OutboxBench {
  let bench: OutboxBench | undefined;
  beforeEach(async () => {
    const under = await makeStorage();
    bench = {
      ...under,
      first: under.storage(),
      second: under.storage(),
      addTexts: (texts, fields) => under.add(...texts.map((text) => contractMessage(text, fields))),
    };
  });
  afterEach(() => bench?.close());
  return () => {
    if (bench === undefined) throw new Error("no bench: ask for it inside a test");
    return bench;
  };
}
