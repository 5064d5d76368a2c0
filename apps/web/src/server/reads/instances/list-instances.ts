import type { Prisma, PrismaClient } from "@sagascope/database";
import {
  type InstanceKey,
  listOverdueKeys,
  listStuckKeys,
} from "../attention/list-attention-keys.ts";
import { readSubjectPatterns } from "../search/subject-patterns.ts";
import { describeInstances, type InstanceRow, rowSelect } from "./describe-instances.ts";
import { type InstanceFilter, whereOf } from "./instance-filter.ts";

/** One page of instances, the newest first. */
export interface InstancePage {
  readonly rows: readonly InstanceRow[];
  /** Give it back to get the next page; absent on the last. */
  readonly nextCursor: InstanceKey | undefined;
  /** How many match; `countMax` means that many or more. */
  readonly count: number;
  readonly countMax: number;
  /** More need attention than are listed. */
  readonly more: boolean;
}

const COUNT_MAX = 10_000; // counting further costs more than it tells

/** List instances by start, the newest first, from a cursor on. */
export async function listInstances(
  prisma: PrismaClient,
  filter: InstanceFilter,
  page: { readonly cursor: InstanceKey | undefined; readonly limit: number },
): Promise<InstancePage> {
  const attention = await attentionKeys(prisma, filter);
  const patterns = filter.q ? await readSubjectPatterns(prisma, filter.q) : undefined;
  const where = whereOf(filter, attention?.keys, patterns);
  const [rows, count] = await Promise.all([
    prisma.instance.findMany({ where, select: rowSelect, ...pageArgs(page) }),
    prisma.instance.count({ where, take: COUNT_MAX }),
  ]);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    rows: await describeInstances(prisma, shown),
    nextCursor:
      rows.length > page.limit && last
        ? { machineId: last.machineId, subject: last.subject }
        : undefined,
    count,
    countMax: COUNT_MAX,
    more: attention?.more ?? false,
  };
}

function attentionKeys(prisma: PrismaClient, { attention }: InstanceFilter) {
  if (attention === "stuck") return listStuckKeys(prisma);
  if (attention === "overdue") return listOverdueKeys(prisma);
  return undefined;
}

/** The database compares with the cursor's own row, so that instants of one millisecond are neither skipped nor doubled. */
function pageArgs({
  cursor,
  limit,
}: {
  readonly cursor: InstanceKey | undefined;
  readonly limit: number;
}) {
  return {
    orderBy: [{ startedAt: "desc" }, { machineId: "asc" }, { subject: "asc" }],
    take: limit + 1,
    ...(cursor && { cursor: { machineId_subject: cursor }, skip: 1 }),
  } satisfies Prisma.InstanceFindManyArgs;
}
