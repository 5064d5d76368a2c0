import { createRedactor } from "@sagascope/core";
import type { PrismaClient } from "@sagascope/database";
import { type Shown, shown, shownText } from "../redacted.ts";
import { type AuditFilter, whereOf } from "./audit-filter.ts";

/** One row of the audit. */
export interface AuditRow {
  readonly seq: string;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly reason: string | null;
  readonly outcome: string;
  readonly detail: Shown;
  readonly hash: string;
}

/** One page of the audit, the newest row first. */
export interface AuditPage {
  readonly rows: readonly AuditRow[];
  /** Give it back to get the next page; absent on the last. */
  readonly nextCursor: string | undefined;
  /** How many match; `countMax` means that many or more. */
  readonly count: number;
  readonly countMax: number;
}

/** What it tells of machines' data was masked by their rules when it was written, and e-mail addresses name who did it. */
const builtIn = createRedactor();

const COUNT_MAX = 10_000; // counting further costs more than it tells

/** List the audit, the newest row first, from before a row on. */
export async function listAudit(
  prisma: PrismaClient,
  filter: AuditFilter,
  page: { readonly cursor: string | undefined; readonly limit: number },
): Promise<AuditPage> {
  const where = whereOf(filter);
  const before = page.cursor === undefined ? {} : { seq: { lt: BigInt(page.cursor) } };
  const [rows, count] = await Promise.all([
    prisma.audit.findMany({
      where: { AND: [where, before] },
      orderBy: { seq: "desc" },
      take: page.limit + 1,
    }),
    prisma.audit.count({ where, take: COUNT_MAX }),
  ]);
  const kept = rows.slice(0, page.limit);
  return {
    rows: kept.map(({ seq, detail, prevHash: _previous, ...row }) => ({
      ...row,
      seq: String(seq),
      target: shownText(row.target, builtIn),
      reason: row.reason === null ? null : shownText(row.reason, builtIn),
      detail: shown(detail, builtIn),
    })),
    nextCursor: rows.length > page.limit ? kept.at(-1)?.seq.toString() : undefined,
    count,
    countMax: COUNT_MAX,
  };
}

/** What the audit can be filtered by. */
export interface AuditFacets {
  readonly actors: readonly string[];
  /** There are more actors than are listed. */
  readonly moreActors: boolean;
  readonly actions: readonly string[];
  readonly moreActions: boolean;
}

const FACETS_MAX = 100;

/** Read who did something, and what was done; the first by name where there are very many. */
export async function listAuditFacets(prisma: PrismaClient): Promise<AuditFacets> {
  const [actors, actions] = await Promise.all([
    prisma.audit.groupBy({ by: ["actor"], orderBy: { actor: "asc" }, take: FACETS_MAX + 1 }),
    prisma.audit.groupBy({ by: ["action"], orderBy: { action: "asc" }, take: FACETS_MAX + 1 }),
  ]);
  return {
    actors: actors.slice(0, FACETS_MAX).map(({ actor }) => actor),
    moreActors: actors.length > FACETS_MAX,
    actions: actions.slice(0, FACETS_MAX).map(({ action }) => action),
    moreActions: actions.length > FACETS_MAX,
  };
}
