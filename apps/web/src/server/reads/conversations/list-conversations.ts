import type { PrismaClient } from "@sagascope/database";
import { describeInstances, rowSelect } from "../instances/describe-instances.ts";

/** A conversation as the list shows it. */
export interface ConversationRow {
  readonly correlationId: string;
  readonly subject: string;
  readonly machines: readonly string[];
  readonly envelopes: number;
  readonly openLetters: number;
  readonly active: number;
  /** Those of the active ones that nothing will move. */
  readonly stuck: number;
  readonly startedAt: Date;
  readonly updatedAt: Date;
}

/** The page says this number. */
const INSTANCES_LOOKED_AT = 300;

/** The conversations of the newest 300 instances. */
export async function listConversations(prisma: PrismaClient): Promise<ConversationRow[]> {
  const instances = await prisma.instance.findMany({
    select: rowSelect,
    orderBy: { startedAt: "desc" },
    take: INSTANCES_LOOKED_AT,
  });
  const ids = [...new Set(instances.map(({ correlationId }) => correlationId))];
  const active = instances.filter(({ status }) => status === "active");
  const [envelopes, letters, described] = await Promise.all([
    prisma.event.groupBy({
      by: ["correlationId"],
      where: { correlationId: { in: ids } },
      _count: { _all: true },
    }),
    prisma.deadLetter.groupBy({
      by: ["correlationId"],
      where: { correlationId: { in: ids }, resolvedAt: null },
      _count: { _all: true },
    }),
    describeInstances(prisma, active),
  ]);
  const stuck = described.filter(({ attention }) => attention?.kind === "stuck");
  const countOf = (rows: typeof letters | typeof envelopes, id: string) =>
    rows.find((row) => row.correlationId === id)?._count._all ?? 0;
  return ids.flatMap((correlationId) => {
    const own = instances.filter((instance) => instance.correlationId === correlationId).reverse();
    const [first] = own;
    if (!first) return [];
    return {
      correlationId,
      subject: first.subject,
      machines: [...new Set(own.map(({ machineId }) => machineId))],
      envelopes: countOf(envelopes, correlationId),
      openLetters: countOf(letters, correlationId),
      active: own.filter(({ status }) => status === "active").length,
      stuck: stuck.filter((instance) => instance.correlationId === correlationId).length,
      startedAt: first.startedAt,
      updatedAt: new Date(Math.max(...own.map(({ updatedAt }) => updatedAt.getTime()))),
    };
  });
}
