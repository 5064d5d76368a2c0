import type { PrismaClient } from "@sagascope/database";

/** An envelope that a step announced. */
export interface PublishedView {
  readonly id: string;
  readonly type: string;
}

const PUBLISHED_MAX = 500;

/** What the steps of an instance announced, by revision; the newest of them where there are very many. */
export async function listPublished(
  prisma: PrismaClient,
  of: { readonly machineId: string; readonly subject: string },
  revisions: { readonly from: number; readonly to: number },
): Promise<ReadonlyMap<number, readonly PublishedView[]>> {
  const events = await prisma.event.findMany({
    where: {
      ...of,
      direction: "published",
      revision: { gte: revisions.from, lte: revisions.to },
    },
    select: { id: true, type: true, revision: true },
    orderBy: { seq: "desc" },
    take: PUBLISHED_MAX,
  });
  return groupBySteps(events.reverse());
}

function groupBySteps(
  events: readonly (PublishedView & { readonly revision: number | null })[],
): ReadonlyMap<number, readonly PublishedView[]> {
  const byStep = new Map<number, PublishedView[]>();
  for (const { id, type, revision } of events) {
    if (revision === null) continue;
    byStep.set(revision, [...(byStep.get(revision) ?? []), { id, type }]);
  }
  return byStep;
}
