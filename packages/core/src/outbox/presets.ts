import type { TimerOptions } from "./outgoing.ts";
import type { QueueSettings } from "./queue/queue-settings.ts";
import type { RelaySettings } from "./relay/relay-settings.ts";
import { exponentialRetry, noRetry } from "./retry/retry-strategies.ts";

/** A relay as xstate-statemachine has it: what the broker refuses stays, uncounted, and ends the round. */
export const X_RELAY: RelaySettings = {
  batchSize: 100,
  concurrency: 1,
  order: "loose",
  leaseMs: 30_000,
  publishTimeoutMs: 30_000,
  retry: noRetry,
  attemptsMax: Number.POSITIVE_INFINITY,
  deliveriesMax: Number.POSITIVE_INFINITY,
  onPoison: "block",
  onFailure: "stop",
  poll: { minMs: 50, maxMs: 50, factor: 1 },
  storageErrorDelayMs: 1_000,
  visibilityDelayMs: 0,
  reclaimsOwn: true,
};

/** A relay as txoutbox has it. */
export const T_RELAY: RelaySettings = {
  batchSize: 50,
  concurrency: 10,
  order: "strict",
  leaseMs: 60_000,
  publishTimeoutMs: 5_000,
  retry: exponentialRetry({
    ...{ initialMs: 1_000, factor: 2, maxMs: 300_000 },
    jitter: { kind: "around", share: 0.25 },
  }),
  attemptsMax: 10,
  deliveriesMax: 10,
  onPoison: "dead_letter",
  onFailure: "retry",
  poll: { minMs: 50, maxMs: 5_000, factor: 2 },
  storageErrorDelayMs: 1_000,
  visibilityDelayMs: 0,
  reclaimsOwn: false,
};

/** A queue as faststream-outbox 0.1.0 has it: a message whose handler fails is gone. */
export const F_QUEUE: QueueSettings = {
  concurrency: 1,
  fetchBatchSize: 10,
  order: "loose",
  leaseMs: 300_000,
  retry: noRetry,
  deliveriesMax: Number.POSITIVE_INFINITY,
  onPoison: "drop",
  ackPolicy: "nack_on_error",
  poll: { minMs: 1_000, maxMs: 10_000, factor: 2, jitter: 0.1 },
  storageErrorDelayMaxMs: 30_000,
  flushSize: 1,
  gracefulMs: 15_000,
  visibilityDelayMs: 0,
};

/** A queue as later versions of faststream-outbox have it. */
export const F_QUEUE_LATER: QueueSettings = {
  ...F_QUEUE,
  leaseMs: 60_000,
  retry: exponentialRetry({
    ...{ initialMs: 1_000, factor: 2, maxMs: 300_000, attemptsMax: 10 },
    jitter: { kind: "added", share: 0.2 },
  }),
};

/** Timers as later versions of faststream-outbox have them: while one waits or is worked on, another of its name is not written. */
export const F_TIMERS: TimerOptions = { whereSet: "keep" };
