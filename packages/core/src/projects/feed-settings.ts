import { InvalidProjectError } from "./errors.ts";
import type { FeedDefinition, FeedPoisonPolicy, FeedStart } from "./feed.ts";

/** Subjects are cut into this many slices; a partition is some of them. */
const PARTITIONS_MAX = 64;
const POSITION = /^\d{1,19}$/;

/** A feed's settings with the defaults filled in. Durations are milliseconds. */
export interface FeedSettings {
  readonly batchSize: number;
  readonly leaseMs: number;
  readonly renewMs: number;
  readonly requireLease: boolean;
  readonly pollMs: number;
  readonly retryMinMs: number;
  readonly retryMaxMs: number;
  readonly timeoutMs: number;
  readonly partitions: number;
  readonly startAt: FeedStart;
  readonly onPoison: FeedPoisonPolicy;
}

/** Defaults; `renewMs` and `timeoutMs` follow from the lease, and waits stay below one that is short. */
export const FEED_DEFAULTS = {
  batchSize: 100,
  leaseMs: 30_000,
  requireLease: true,
  pollMs: 1_000,
  retryMinMs: 1_000,
  retryMaxMs: 10_000,
  partitions: 1,
  startAt: "earliest",
  onPoison: "block",
} as const;

/**
 * Fill in a feed's settings and check that they fit each other.
 *
 * @param field - the feed's place in the definition, for messages
 * @throws {InvalidProjectError} naming the setting that cannot be used
 */
export function feedSettingsOf(definition: FeedDefinition, field: string): FeedSettings {
  const leaseMs = definition.leaseMs ?? FEED_DEFAULTS.leaseMs;
  const renewMs = definition.renewMs ?? leaseMs / 3;
  const settings: FeedSettings = {
    batchSize: definition.batchSize ?? FEED_DEFAULTS.batchSize,
    leaseMs,
    renewMs,
    requireLease: definition.requireLease ?? FEED_DEFAULTS.requireLease,
    pollMs: definition.pollMs ?? FEED_DEFAULTS.pollMs,
    retryMinMs: definition.retryMinMs ?? Math.min(FEED_DEFAULTS.retryMinMs, leaseMs / 4),
    retryMaxMs: definition.retryMaxMs ?? Math.min(FEED_DEFAULTS.retryMaxMs, leaseMs / 2),
    timeoutMs: definition.timeoutMs ?? (leaseMs - renewMs) / 2,
    partitions: definition.partitions ?? FEED_DEFAULTS.partitions,
    startAt: definition.startAt ?? FEED_DEFAULTS.startAt,
    onPoison: definition.onPoison ?? FEED_DEFAULTS.onPoison,
  };
  for (const [setting, problem] of problemsOf(settings)) {
    throw new InvalidProjectError(`${field}.${setting}`, problem);
  }
  return settings;
}

type Problem = readonly [setting: keyof FeedSettings, problem: string];

function* problemsOf(settings: FeedSettings): Generator<Problem> {
  const { leaseMs, renewMs, retryMinMs, retryMaxMs, timeoutMs } = settings;
  yield* countProblem("batchSize", settings.batchSize);
  yield* countProblem("partitions", settings.partitions);
  if (settings.partitions > PARTITIONS_MAX) {
    yield ["partitions", `must be at most ${PARTITIONS_MAX}, got ${settings.partitions}`];
  }
  yield* durationProblem("leaseMs", leaseMs);
  if (!(renewMs >= 0 && renewMs < leaseMs)) {
    yield ["renewMs", `must be at least 0 and below leaseMs ${leaseMs}, got ${renewMs}`];
  }
  for (const setting of ["pollMs", "retryMinMs", "timeoutMs"] as const) {
    yield* durationProblem(setting, settings[setting]);
  }
  if (!(retryMaxMs >= retryMinMs && retryMaxMs < leaseMs)) {
    const bounds = `at least retryMinMs ${retryMinMs} and below leaseMs ${leaseMs}`;
    yield ["retryMaxMs", `must be ${bounds}, got ${retryMaxMs}`];
  }
  if (timeoutMs > leaseMs - renewMs) {
    const leftMs = leaseMs - renewMs;
    yield ["timeoutMs", `must be at most ${leftMs}, what is left of a lease, got ${timeoutMs}`];
  }
  yield* poisonProblem(settings.onPoison);
  yield* startProblem(settings.startAt);
}

function* countProblem(setting: keyof FeedSettings, value: number): Generator<Problem> {
  if (Number.isInteger(value) && value >= 1) return;
  yield [setting, `must be an integer of at least 1, got ${String(value)}`];
}

function* durationProblem(setting: keyof FeedSettings, value: number): Generator<Problem> {
  if (Number.isFinite(value) && value > 0) return;
  yield [setting, `must be more than 0 milliseconds, got ${String(value)}`];
}

function* poisonProblem(policy: FeedPoisonPolicy): Generator<Problem> {
  if (policy === "block") return;
  const { kind, afterFailures } = policy;
  if (kind !== "dead_letter" && kind !== "skip") {
    yield ["onPoison", `must be 'block' or of kind 'dead_letter' or 'skip', got '${String(kind)}'`];
  } else if (!(Number.isInteger(afterFailures) && afterFailures >= 1)) {
    yield ["onPoison", `needs afterFailures of at least 1, got ${String(afterFailures)}`];
  }
}

function* startProblem(start: FeedStart): Generator<Problem> {
  if (start === "earliest" || start === "latest") return;
  if (typeof start === "object" && "time" in start) {
    if (start.time instanceof Date && !Number.isNaN(start.time.getTime())) return;
    yield ["startAt", "has a time that is no valid date"];
  } else if (!(typeof start === "object" && POSITION.test(String(start.position)))) {
    yield ["startAt", "must be 'earliest', 'latest', a position or a time"];
  }
}
