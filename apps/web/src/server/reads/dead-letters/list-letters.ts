import type { Prisma, PrismaClient } from "@sagascope/database";
import { type LetterFilter, whereOf } from "./letter-filter.ts";

const rowSelect = {
  id: true,
  project: true,
  consumer: true,
  source: true,
  reason: true,
  subject: true,
  eventType: true,
  machineVersion: true,
  attempts: true,
  occurrences: true,
  fingerprint: true,
  causeTitle: true,
  capturedAt: true,
  lastSeenAt: true,
  resolvedAt: true,
  resolution: true,
} as const satisfies Prisma.DeadLetterSelect;

/** One letter as lists show it. */
export type LetterRow = Prisma.DeadLetterGetPayload<{ select: typeof rowSelect }>;

/** One page of letters, the newest capture first. */
export interface LetterPage {
  readonly rows: readonly LetterRow[];
  /** Give it back to get the next page; absent on the last. */
  readonly nextCursor: string | undefined;
  /** How many match; `countMax` means that many or more. */
  readonly count: number;
  readonly countMax: number;
}

const COUNT_MAX = 10_000; // counting further costs more than it tells

/** List letters by capture, the newest first, from a cursor on. */
export async function listLetters(
  prisma: PrismaClient,
  filter: LetterFilter,
  page: { readonly cursor: string | undefined; readonly limit: number },
): Promise<LetterPage> {
  const where = whereOf(filter);
  const [found, count] = await Promise.all([
    prisma.deadLetter.findMany({ where, select: rowSelect, ...pageArgs(page) }),
    prisma.deadLetter.count({ where, take: COUNT_MAX }),
  ]);
  const rows = found[0]?.id === page.cursor ? found.slice(1) : found;
  const shown = rows.slice(0, page.limit);
  return {
    rows: shown,
    nextCursor: rows.length > page.limit ? shown.at(-1)?.id : undefined,
    count,
    countMax: COUNT_MAX,
  };
}

/**
 * The database compares with the cursor's own row, so that instants of one millisecond are neither skipped nor doubled.
 * That row is read too: it may have been resolved meanwhile, and then a blind skip would leave out another one.
 */
function pageArgs({
  cursor,
  limit,
}: {
  readonly cursor: string | undefined;
  readonly limit: number;
}) {
  return {
    orderBy: [{ capturedAt: "desc" }, { id: "asc" }],
    take: limit + 2,
    ...(cursor && { cursor: { id: cursor } }),
  } satisfies Prisma.DeadLetterFindManyArgs;
}
