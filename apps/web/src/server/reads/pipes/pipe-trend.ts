import type { PipeKind, PipeSample, SampledBucket } from "@sagascope/core/postgres";
import type { Buckets } from "../overview/overview-range.ts";

/** How much waited, bucket by bucket; null: nobody looked, so nobody knows. */
export interface TrendValues {
  readonly waiting: readonly (number | null)[];
  /** Age of the oldest. */
  readonly ageMs: readonly (number | null)[];
}

/** The trend of one feed, relay or machine. */
export interface TrendLine extends TrendValues {
  readonly kind: Exclude<PipeKind, "all">;
  readonly project: string;
  readonly name: string;
}

/** What waited, as far as the chart looks back. In a bucket of several looks it is the most that one of them saw. */
export interface PipeTrend {
  /** When the first bucket began. */
  readonly sinceMs: number;
  readonly bucketMs: number;
  /** What waits at this moment, of relays and machines together. */
  readonly now: { readonly waiting: number; readonly ageMs: number };
  /** Relays and machines together. */
  readonly all: TrendValues;
  /** Those that something waited for; for all others nothing did. */
  readonly lines: readonly TrendLine[];
  /** Buckets, before the running one, in which no worker was there to look. */
  readonly missing: number;
}

interface Line {
  readonly of: Pick<TrendLine, "project" | "name"> & { readonly kind: PipeKind };
  /** By bucket. */
  readonly seen: Map<number, { readonly waiting: number; readonly ageMs: number }>;
}

/**
 * What was recorded, with what is there now in the last bucket. In a bucket in which somebody looked, nothing waited for whatever has no
 * record of it; in all others it is not known.
 */
export function pipeTrend(
  { sinceMs, bucketMs, count }: Buckets,
  recorded: readonly SampledBucket[],
  current: readonly PipeSample[],
  now: Date,
): PipeTrend {
  const last = count - 1;
  const lines = new Map<string, Line>();
  const looked = new Set<number>([last]);
  const see = (of: Line["of"], bucket: number, waiting: number, ageMs: number): void => {
    const key = `${of.kind} ${of.project} ${of.name}`;
    const line = lines.get(key) ?? { of, seen: new Map() };
    lines.set(key, line);
    const before = line.seen.get(bucket) ?? { waiting: 0, ageMs: 0 };
    line.seen.set(bucket, {
      waiting: Math.max(before.waiting, waiting),
      ageMs: Math.max(before.ageMs, ageMs),
    });
  };
  for (const sample of recorded) {
    const { bucket, waiting, ageMs } = sample;
    if (bucket < 0 || bucket > last) continue;
    looked.add(bucket);
    see(sample, bucket, waiting, ageMs);
  }
  for (const sample of current) see(sample, last, sample.waiting, ageOf(sample, now));
  const valuesOf = (line: Line | undefined): TrendValues => {
    const at = (bucket: number) =>
      looked.has(bucket) ? (line?.seen.get(bucket) ?? NOTHING) : UNKNOWN;
    const buckets = Array.from({ length: count }, (_bucket, bucket) => at(bucket));
    return {
      waiting: buckets.map(({ waiting }) => waiting),
      ageMs: buckets.map(({ ageMs }) => ageMs),
    };
  };
  const named = [...lines.values()].flatMap((line): readonly TrendLine[] => {
    const { kind, project, name } = line.of;
    return kind === "all" ? [] : [{ kind, project, name, ...valuesOf(line) }];
  });
  const all = current.find(({ kind }) => kind === "all");
  return {
    ...{ sinceMs, bucketMs, lines: named },
    now: all === undefined ? NOTHING : { waiting: all.waiting, ageMs: ageOf(all, now) },
    all: valuesOf([...lines.values()].find(({ of }) => of.kind === "all")),
    missing: count - looked.size,
  };
}

const NOTHING = { waiting: 0, ageMs: 0 } as const;
const UNKNOWN = { waiting: null, ageMs: null } as const;

function ageOf({ oldestAt }: PipeSample, now: Date): number {
  return oldestAt === null ? 0 : Math.max(0, now.getTime() - oldestAt.getTime());
}
