import { requireCount, requireDuration, requireLimit, requireOneOf } from "../check-settings.ts";
import type { OutboxOrder } from "../outbox-storage.ts";
import { exponentialRetry } from "../retry/retry-strategies.ts";
import type { RetryStrategy } from "../retry/retry-strategy.ts";
import { createAdaptivePoll, type PollSettings } from "../work/adaptive-poll.ts";
import type { OutboxPoisonPolicy } from "../work/decide-failure.ts";

/** How a relay goes about its work. Durations are milliseconds. */
export interface RelaySettings {
  /** Exact topics; undefined for all. */
  readonly topics?: readonly string[];
  /** Messages of one round. */
  readonly batchSize: number;
  /** Keys on their way at once. */
  readonly concurrency: number;
  readonly order: OutboxOrder;
  /** Renewed while a round lasts: what counts is how long the messages of a relay that died have to wait. */
  readonly leaseMs: number;
  /** A message that takes longer has failed. */
  readonly publishTimeoutMs: number;
  readonly retry: RetryStrategy;
  /** Tries of one message; `Infinity` for as many as the strategy allows. */
  readonly attemptsMax: number;
  /** Claims of one message, which run ahead of its tries if whoever tries it dies; `Infinity` for any number. */
  readonly deliveriesMax: number;
  readonly onPoison: OutboxPoisonPolicy;
  /** Try a message again by itself, or end the round at its first failure, hand everything back and count nothing. */
  readonly onFailure: "retry" | "stop";
  readonly poll: PollSettings;
  /** Wait after a round that the store, or with `onFailure: "stop"` the far side, made fail. */
  readonly storageErrorDelayMs: number;
  /** Leave alone what was written less long ago than this. */
  readonly visibilityDelayMs: number;
  /** A relay that starts anew under its old name takes up at once what it held. */
  readonly reclaimsOwn: boolean;
}

/** The settings of a relay that says nothing. */
export const RELAY_DEFAULTS: RelaySettings = {
  batchSize: 100,
  concurrency: 16,
  order: "strict",
  leaseMs: 30_000,
  publishTimeoutMs: 5_000,
  retry: exponentialRetry({
    ...{ initialMs: 1_000, factor: 2, maxMs: 300_000 },
    jitter: { kind: "around", share: 0.25 },
  }),
  attemptsMax: 10,
  deliveriesMax: 20,
  onPoison: "dead_letter",
  onFailure: "retry",
  poll: { minMs: 50, maxMs: 5_000, factor: 2, jitter: 0.2 },
  storageErrorDelayMs: 1_000,
  visibilityDelayMs: 0,
  reclaimsOwn: false,
};

/**
 * Fill in what is not said, and check what is.
 *
 * @throws {InvalidConfigError} naming the setting that cannot be used
 */
export function relaySettingsOf(given: Partial<RelaySettings>): RelaySettings {
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  const settings: RelaySettings = { ...RELAY_DEFAULTS, ...Object.fromEntries(said) };
  requireCount("batchSize", settings.batchSize);
  requireCount("concurrency", settings.concurrency);
  requireLimit("attemptsMax", settings.attemptsMax);
  requireLimit("deliveriesMax", settings.deliveriesMax);
  requireDuration("leaseMs", settings.leaseMs);
  requireDuration("publishTimeoutMs", settings.publishTimeoutMs);
  requireDuration("storageErrorDelayMs", settings.storageErrorDelayMs, true);
  requireDuration("visibilityDelayMs", settings.visibilityDelayMs, true);
  requireOneOf("order", settings.order, ["strict", "loose"]);
  requireOneOf("onFailure", settings.onFailure, ["retry", "stop"]);
  requireOneOf("onPoison", settings.onPoison, ["dead_letter", "skip", "block", "drop"]);
  createAdaptivePoll(settings.poll);
  return settings;
}

/** How long a round may take in which every message of different keys runs out of time. */
export function worstCaseRoundMs(
  settings: Pick<RelaySettings, "batchSize" | "concurrency" | "publishTimeoutMs">,
): number {
  const { batchSize, concurrency, publishTimeoutMs } = settings;
  return Math.ceil(batchSize / concurrency) * publishTimeoutMs;
}
