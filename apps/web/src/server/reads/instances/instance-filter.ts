import { Prisma } from "@sagascope/database";
import { z } from "zod";
import { bucketsOf, overviewRangeSchema } from "../overview/overview-range.ts";
import { endsIn } from "../search/subject-endings.ts";
import type { SubjectPatterns } from "../search/subject-patterns.ts";

/** How an instance stands. */
export const STATUSES = ["active", "done", "cancelled"] as const;
/** How far an instance has come. */
export const PHASES = [
  "running",
  "compensating",
  "completed",
  "compensated",
  "failed",
  "cancelled",
] as const;
const AGES = ["under-1h", "under-1d", "under-7d", "over-1h", "over-1d", "over-7d"] as const;

/** What a list of instances may be narrowed to; all of it stands in the page's URL. */
export const instanceFilterSchema = z.object({
  machine: z.string().max(200).optional(),
  /** A version of that machine. */
  version: z.string().max(200).optional(),
  /** A state that the instance is in, or ended in. */
  state: z.string().max(1_000).optional(),
  phase: z.enum(PHASES).optional(),
  status: z.enum(STATUSES).optional(),
  /** How long ago it started. */
  age: z.enum(AGES).optional(),
  /** When it ended: in the spans that Overview counts ends in, so that a number there leads to its list. */
  ended: overviewRangeSchema.optional(),
  attention: z.enum(["stuck", "overdue", "letters"]).optional(),
  /** The beginning of a subject, or its end: a number, or whole words. */
  q: z.string().trim().max(1_024).optional(),
});

/** See `instanceFilterSchema`. */
export type InstanceFilter = z.infer<typeof instanceFilterSchema>;

/** A chart version, by what people call it. */
export interface ChartName {
  readonly chartId: number;
  readonly machineId: string;
  readonly version: string;
}

/** A subject's patterns as a condition on `i`. */
export function subjectCondition({ prefixes, endings }: SubjectPatterns): Prisma.Sql {
  const each = [
    ...prefixes.map((prefix) => Prisma.sql`i.subject LIKE ${`${prefix}%`}`),
    ...endings.map(endsIn),
  ];
  return Prisma.sql`(${Prisma.join(each, " OR ")})`;
}

/** Whether a filter asks for more than where instances stand and whether they need a person. */
export function isConditional({ age, ended, state, q }: InstanceFilter): boolean {
  return age !== undefined || ended !== undefined || Boolean(state) || Boolean(q);
}

/** What a filter asks of a row `i` beside where it stands: its age, its end, its state, its subject. */
export function conditionOf(
  { age, ended, state }: InstanceFilter,
  patterns: SubjectPatterns | undefined,
): Prisma.Sql {
  const parts = [
    age && ageCondition(age),
    ended && endedCondition(ended),
    state && Prisma.sql`i.states @> ARRAY[${state}::text]`,
    patterns && subjectCondition(patterns),
  ].filter((part) => part instanceof Prisma.Sql);
  return parts.length === 0 ? Prisma.sql`true` : Prisma.join(parts, " AND ");
}

const INTERVALS = { "1h": "1 hour", "1d": "1 day", "7d": "7 days" } as const;

function ageCondition(age: NonNullable<InstanceFilter["age"]>): Prisma.Sql {
  const [side, span] = age.split("-") as ["under" | "over", keyof typeof INTERVALS];
  const since = Prisma.sql`now() - ${INTERVALS[span]}::interval`; // the statement's instant, so that an index can use it
  return side === "under"
    ? Prisma.sql`i.started_at > ${since}`
    : Prisma.sql`i.started_at <= ${since}`;
}

/** Whether a row `i` ended in a span, which begins at the whole minute or hour where Overview's charts do. */
export function endedCondition(ended: NonNullable<InstanceFilter["ended"]>): Prisma.Sql {
  const since = new Date(bucketsOf(ended, new Date()).sinceMs);
  return Prisma.sql`i.finished_at >= ${since}::timestamptz`;
}

/** Machine, version, status and phase of a filter: the columns that `instance_list_idx` begins with. */
export interface Place {
  readonly chartIds: readonly number[];
  readonly statuses: readonly string[];
  readonly phases: readonly string[];
}

/** Where the rows of a filter stand; `undefined` if it narrows none of that. */
export function placeOf(filter: InstanceFilter, charts: readonly ChartName[]): Place | undefined {
  const { machine, version, status, phase } = filter;
  if (machine === undefined && version === undefined && !status && !phase) return undefined;
  return {
    chartIds: charts
      .filter((chart) => machine === undefined || chart.machineId === machine)
      .filter((chart) => version === undefined || chart.version === version)
      .map(({ chartId }) => chartId),
    statuses: status ? [status] : STATUSES,
    phases: phase ? [phase] : PHASES,
  };
}
