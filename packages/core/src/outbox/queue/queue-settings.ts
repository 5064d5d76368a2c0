import { InvalidConfigError } from "../../kernel/errors.ts";
import { requireCount, requireDuration, requireLimit, requireOneOf } from "../check-settings.ts";
import type { OutboxOrder } from "../outbox-storage.ts";
import { exponentialRetry } from "../retry/retry-strategies.ts";
import type { RetryStrategy } from "../retry/retry-strategy.ts";
import { createAdaptivePoll, type PollSettings } from "../work/adaptive-poll.ts";
import type { OutboxPoisonPolicy } from "../work/decide-failure.ts";

/** How a handler's end settles its message. */
export type AckPolicy =
  /** Done when it returns, tried again when it throws. */
  | "nack_on_error"
  /** Done when it returns, given up when it throws. */
  | "reject_on_error"
  /** The handler says so itself; where it does not, the message is given up. */
  | "manual";

/** How a subscriber goes about its work. Durations are milliseconds. */
export interface QueueSettings {
  /** Handlers at once. */
  readonly concurrency: number;
  /** Messages that wait in this process for a handler. */
  readonly fetchBatchSize: number;
  readonly order: OutboxOrder;
  /** Renewed while a message waits for its handler or is handled. */
  readonly leaseMs: number;
  /** A handler that takes longer has failed; default it takes the time it takes. */
  readonly handlerTimeoutMs?: number;
  readonly retry: RetryStrategy;
  /** Claims of one message, whatever came of them; `Infinity` for any number. */
  readonly deliveriesMax: number;
  readonly onPoison: OutboxPoisonPolicy;
  readonly ackPolicy: AckPolicy;
  readonly poll: PollSettings;
  /** Longest wait while the store fails: doubled each time, from a second on. */
  readonly storageErrorDelayMaxMs: number;
  /** Messages that are done are settled so many in one statement; more repeat after a crash. */
  readonly flushSize: number;
  /** What a stop waits for handlers. */
  readonly gracefulMs: number;
  readonly visibilityDelayMs: number;
}

/** The settings of a subscriber that says nothing. */
export const QUEUE_DEFAULTS: QueueSettings = {
  concurrency: 4,
  fetchBatchSize: 20,
  order: "strict",
  leaseMs: 30_000,
  retry: exponentialRetry({
    ...{ initialMs: 1_000, factor: 2, maxMs: 300_000, attemptsMax: 10 },
    jitter: { kind: "added", share: 0.2 },
  }),
  deliveriesMax: 20,
  onPoison: "dead_letter",
  ackPolicy: "nack_on_error",
  poll: { minMs: 50, maxMs: 5_000, factor: 2, jitter: 0.2 },
  storageErrorDelayMaxMs: 30_000,
  flushSize: 1,
  gracefulMs: 15_000,
  visibilityDelayMs: 0,
};

/**
 * Fill in what is not said, and check what is.
 *
 * @throws {InvalidConfigError} naming the setting that cannot be used
 */
export function queueSettingsOf(given: Partial<QueueSettings>): QueueSettings {
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  const settings: QueueSettings = { ...QUEUE_DEFAULTS, ...Object.fromEntries(said) };
  for (const setting of ["concurrency", "fetchBatchSize", "flushSize"] as const) {
    requireCount(setting, settings[setting]);
  }
  requireLimit("deliveriesMax", settings.deliveriesMax);
  for (const setting of ["leaseMs", "storageErrorDelayMaxMs", "gracefulMs"] as const) {
    requireDuration(setting, settings[setting]);
  }
  if (settings.handlerTimeoutMs !== undefined) {
    requireDuration("handlerTimeoutMs", settings.handlerTimeoutMs);
  }
  requireDuration("visibilityDelayMs", settings.visibilityDelayMs, true);
  requireOneOf("order", settings.order, ["strict", "loose"]);
  requireOneOf("onPoison", settings.onPoison, ["dead_letter", "skip", "block", "drop"]);
  requireAckPolicy(settings);
  createAdaptivePoll(settings.poll);
  return settings;
}

function requireAckPolicy({ ackPolicy, onPoison }: QueueSettings): void {
  if ((ackPolicy as string) === "ack_first") {
    const why = "would end the message before its handler ran, which a crash then loses";
    throw new InvalidConfigError("ackPolicy", `'ack_first' ${why}`);
  }
  requireOneOf("ackPolicy", ackPolicy, ["nack_on_error", "reject_on_error", "manual"]);
  if (ackPolicy === "reject_on_error" && onPoison === "block") {
    const why = "rejects at the first error, and onPoison 'block' keeps for ever what is rejected";
    throw new InvalidConfigError("ackPolicy", `'reject_on_error' ${why}`);
  }
}
