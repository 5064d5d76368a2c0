import type { PipeKind, PipeSample, RecordedSample } from "@sagascope/core/postgres";

const MINUTE_MS = 60_000;
export const TREND_MINUTES = 60;

/** How much waited, minute by minute; the last value is of now. */
export interface TrendValues {
  readonly waiting: readonly number[];
  /** Age of the oldest. */
  readonly ageMs: readonly number[];
}

/** The trend of one feed, relay or machine. */
export interface TrendLine extends TrendValues {
  readonly kind: Exclude<PipeKind, "all">;
  readonly project: string;
  readonly name: string;
}

/** The last hour of what waits. */
export interface PipeTrend {
  /** When the first minute began. */
  readonly sinceMs: number;
  readonly minuteMs: number;
  /** Relays and machines together. */
  readonly all: TrendValues;
  /** Those that something waited for; of all others nothing did. */
  readonly lines: readonly TrendLine[];
  /** Minutes, before this one, in which no worker was there to look; they are drawn as nothing. */
  readonly missing: number;
}

/** The first minute of the trend. */
export function trendSince(now: Date): Date {
  return new Date(
    Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS - (TREND_MINUTES - 1) * MINUTE_MS,
  );
}

/** What was recorded, with what is there now as its last minute. */
export function pipeTrend(
  recorded: readonly RecordedSample[],
  current: readonly PipeSample[],
  now: Date,
): PipeTrend {
  const sinceMs = trendSince(now).getTime();
  const lines = new Map<
    string,
    { of: PipeSample | RecordedSample; waiting: number[]; ageMs: number[] }
  >();
  const set = (of: PipeSample | RecordedSample, minute: number, ageMs: number): void => {
    const key = `${of.kind} ${of.project} ${of.name}`;
    const line = lines.get(key) ?? { of, waiting: nothing(), ageMs: nothing() };
    line.waiting[minute] = of.waiting;
    line.ageMs[minute] = ageMs;
    lines.set(key, line);
  };
  const looked = new Set<number>();
  for (const sample of recorded) {
    const minute = Math.floor((sample.at.getTime() - sinceMs) / MINUTE_MS);
    if (minute < 0 || minute >= TREND_MINUTES - 1) continue;
    looked.add(minute);
    set(sample, minute, sample.ageMs);
  }
  for (const sample of current) {
    const ageMs =
      sample.oldestAt === null ? 0 : Math.max(0, now.getTime() - sample.oldestAt.getTime());
    set(sample, TREND_MINUTES - 1, ageMs);
  }
  const named: TrendLine[] = [];
  let all: TrendValues = { waiting: nothing(), ageMs: nothing() };
  for (const { of, waiting, ageMs } of lines.values()) {
    const { kind, project, name } = of;
    if (kind === "all") all = { waiting, ageMs };
    else named.push({ kind, project, name, waiting, ageMs });
  }
  return {
    ...{ sinceMs, minuteMs: MINUTE_MS, all, lines: named },
    missing: TREND_MINUTES - 1 - looked.size,
  };
}

function nothing(): number[] {
  return Array.from({ length: TREND_MINUTES }, () => 0);
}
