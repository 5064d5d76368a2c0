import type { Broker } from "../brokers/broker.ts";
import type { Arrival, BrokerDriver } from "../brokers/broker-driver.ts";
import { checkWhole } from "../brokers/check-broker-options.ts";
import { type BrokerOptions, createBroker } from "../brokers/create-broker.ts";
import { createPullSource } from "../brokers/pull-source.ts";
import type { Message } from "../envelope/messages/message.ts";
import { newId } from "../kernel/ids.ts";
import type { ClaimedRow, OutboxStorage } from "./outbox-storage.ts";

/** A table of messages as a broker. */
export interface OutboxBrokerOptions extends BrokerOptions {
  readonly storage: OutboxStorage;
  /** Write a message to the table, in a transaction of its own: `publishMessages` does. */
  readonly publish: (
    message: Pick<Message, "topic" | "key" | "payload" | "headers">,
  ) => Promise<unknown>;
  /** After this without a word from a consumer others get what it held; default 30,000. */
  readonly leaseMs?: number;
  /** Between looks for messages; default 100. */
  readonly pollMs?: number;
}

const LEASE_MS = 30_000;
const POLL_MS = 100;
/** Claims of one source are told apart by their tokens; the name is for people. */
const OWNER = "broker";

/**
 * A broker on a table of messages, in a database that is there anyway: for whoever needs no other, and for tests. Its claims in
 * strict order keep each subject in one pair of hands.
 *
 * @throws {InvalidConfigError} if a setting cannot be used
 */
export function outboxBroker(options: OutboxBrokerOptions): Broker {
  const { storage, publish, leaseMs = LEASE_MS, pollMs = POLL_MS } = options;
  checkWhole("leaseMs", leaseMs, 100, 3_600_000);
  checkWhole("pollMs", pollMs, 1, 60_000);
  const driver: BrokerDriver = {
    name: "outbox",
    capabilities: { delaysAlone: true, countsRedeliveries: true, survivesRestart: true },
    async publish({ topic, subject, body, contentType }) {
      const headers = { "content-type": contentType };
      await publish({ topic, key: subject, payload: body, headers });
    },
    open(topic, inflow) {
      const owner = `${OWNER}:${newId()}`;
      const claims = new Map<Arrival, ClaimedRow>();
      return createPullSource(inflow, {
        ...{ leaseMs, idleMs: pollMs },
        async pull(limit) {
          const request = { owner, limit, leaseMs, order: "strict", topics: [topic] } as const;
          return (await storage.claim(request)).map((row) => toArrival(storage, claims, row));
        },
        async renew(arrivals) {
          await storage.renew(
            arrivals.flatMap((arrival) => claims.get(arrival) ?? []),
            leaseMs,
          );
        },
        close: async () => undefined,
      });
    },
    createTopics: async () => undefined,
    ping: async () => void (await storage.stats()),
    close: async () => undefined,
  };
  return createBroker(driver, options);
}

function toArrival(
  storage: OutboxStorage,
  claims: Map<Arrival, ClaimedRow>,
  row: ClaimedRow,
): Arrival {
  let redeliveries = row.deliveries - 1;
  const arrival: Arrival = {
    body: row.payload,
    headers: textsOf(row.headers),
    redeliveries,
    async ack() {
      claims.delete(arrival);
      await storage.complete([row]);
    },
    async requeue() {
      redeliveries += 1;
      return { kind: "kept", redeliveries };
    },
    async release(wasHandedOut) {
      claims.delete(arrival);
      const failure = { receipt: row, delayMs: 0, error: "its consumer is gone", counts: true };
      if (wasHandedOut) await storage.retry([failure]);
      else await storage.handBack([row], 0);
    },
  };
  claims.set(arrival, row);
  return arrival;
}

/** Whatever a foreign sender left in the column. */
function textsOf(headers: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries((headers ?? {}) as object).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(entries);
}
