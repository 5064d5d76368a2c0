import { BrokerDeniedError, BrokerRefusedError, BrokerUnavailableError } from "../errors.ts";
import type { KafkaError } from "./kafka-client.ts";

/** The kind, for people and logs. */
export const NAME = "kafka";

/** Codes of the library (below zero) and of Kafka's protocol that we act upon. */
export const CODES = {
  assign: -175,
  revoke: -174,
  fatal: -150,
  unsupported: -165,
  unknownTopic: 3,
  topicForbidden: 29,
  clusterForbidden: 31,
  topicExists: 36,
  /** A generation or epoch that is over, a member that is to join again, a group that is being shared out. */
  sharingOut: [22, 25, 27, 113],
} as const;

/** The library's own words for: what was asked for cannot be, rather than: nobody answered. */
const LOCAL_REFUSALS: ReadonlySet<number> = new Set([
  -188, // unknown topic
  -190, // unknown partition
  -186, // invalid argument
  CODES.unsupported,
]);
/** User and password, or rights: as the library says it, and as the server does. */
const DENIALS: ReadonlySet<number> = new Set([
  -169, // authentication failure
  CODES.topicForbidden,
  30, // a group
  CODES.clusterForbidden,
  58, // SASL
]);
/** Answers of a server that is busy with itself: asked again, it may do it. */
const TRANSIENT: ReadonlySet<number> = new Set([
  5, // leader not available
  6, // not the leader
  7, // request timed out
  8, // broker not available
  9, // replica not available
  13, // network exception
  14, // coordinator is loading
  15, // coordinator not available
  16, // not the coordinator
  19, // not enough replicas
  20, // not enough replicas after append
  ...CODES.sharingOut,
  41, // not the controller
  45, // out of order sequence number
  46, // duplicate sequence number
  47, // invalid producer epoch
  56, // storage error
  59, // unknown producer, of a server that has forgotten
]);
/** Whether the same request may succeed in a moment. */
export function isTransient({ code }: Pick<KafkaError, "code">): boolean {
  if (code > 0) return TRANSIENT.has(code);
  return !LOCAL_REFUSALS.has(code) && code !== CODES.fatal;
}

/** What the client says, in words that all brokers have. */
export function blame(error: unknown): unknown {
  if (!(error instanceof Error) || "fault" in error) return error;
  const { code } = error as { readonly code?: unknown };
  const problem = error.message;
  // A time that is over has a number of its own, which means something else here.
  if (typeof code !== "number" || error instanceof DOMException) {
    return new BrokerUnavailableError(NAME, problem, { cause: error });
  }
  if (DENIALS.has(code)) return new BrokerDeniedError(NAME, problem, { cause: error });
  const isRefusal = code > 0 ? !isTransient({ code }) : LOCAL_REFUSALS.has(code);
  return isRefusal
    ? new BrokerRefusedError(NAME, problem, { cause: error })
    : new BrokerUnavailableError(NAME, problem, { cause: error });
}

/** Whether an error has one of these codes. */
export function hasCode(error: unknown, ...codes: readonly number[]): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "number" && codes.includes(code);
}
