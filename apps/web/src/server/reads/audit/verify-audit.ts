import { findBrokenRow } from "@sagascope/core";
import type { PrismaClient } from "@sagascope/database";

/** What checking the chain of the audit came to. */
export interface AuditVerification {
  /** Rows that were checked: the newest, and all of them unless `isPartial`. */
  readonly checked: number;
  /** There are older rows that were not checked. */
  readonly isPartial: boolean;
  /** The first row that does not fit: it, or the one before it, was changed or is missing. */
  readonly brokenSeq: string | undefined;
  readonly checkedAt: Date;
}

type ChainRow = Parameters<typeof findBrokenRow>[0] extends Iterable<infer Row> ? Row : never;

const ROWS_MAX = 20_000; // about a third of a second; more belongs into a job, not behind a page
const PAGE_ROWS = 2_000;

/** Check the newest rows of the audit against their hashes, from the oldest of them on, in pages. */
export async function verifyAudit(
  prisma: PrismaClient,
  rowsMax = ROWS_MAX,
  pageRows = PAGE_ROWS,
): Promise<AuditVerification> {
  const newest = await prisma.audit.findFirst({ orderBy: { seq: "desc" }, select: { seq: true } });
  const skipped = await prisma.audit.findFirst({
    where: { seq: { lte: (newest?.seq ?? 0n) - BigInt(rowsMax) } },
    orderBy: { seq: "desc" },
    select: { seq: true, hash: true },
  });
  let last = skipped ? { seq: String(skipped.seq), hash: skipped.hash } : undefined;
  let checked = 0;
  let brokenSeq: string | undefined;
  while (brokenSeq === undefined) {
    const rows = await readChain(prisma, last?.seq ?? "0", pageRows);
    const end = rows.at(-1);
    if (!end) break;
    brokenSeq = findBrokenRow(rows, last);
    checked += rows.length;
    last = { seq: end.seq, hash: end.hash };
  }
  return { checked, isPartial: skipped !== null, brokenSeq, checkedAt: new Date() };
}

/** Rows as their hashes cover them: the instant with microseconds, the detail as it is stored. */
function readChain(prisma: PrismaClient, after: string, limit: number): Promise<ChainRow[]> {
  return prisma.$queryRaw<ChainRow[]>`
    SELECT seq::text, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, actor, action, target,
      reason, outcome, detail::text AS detail, prev_hash AS "prevHash", hash
    FROM sagascope.audit
    WHERE seq > ${after}::bigint
    ORDER BY audit.seq
    LIMIT ${limit}`;
}
