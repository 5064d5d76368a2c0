import type { PrismaClient } from "@sagascope/database";

/** An envelope that a step announced. */
export interface PublishedView {
  readonly id: string;
  readonly type: string;
}

const PUBLISHED_MAX = 500;

/** What a step announced: those that are listed, and how many more there are. */
export interface PublishedOfStep {
  readonly published: readonly PublishedView[];
  readonly more: number;
}

/** What the steps of an instance announced, by revision; the newest of them are listed where there are very many. */
export async function listPublished(
  prisma: PrismaClient,
  of: { readonly machineId: string; readonly subject: string },
  revisions: { readonly from: number; readonly to: number },
): Promise<ReadonlyMap<number, PublishedOfStep>> {
  const where = {
    ...of,
    direction: "published",
    revision: { gte: revisions.from, lte: revisions.to },
  };
  const events = await prisma.event.findMany({
    where,
    select: { id: true, type: true, revision: true },
    orderBy: { seq: "desc" },
    take: PUBLISHED_MAX + 1,
  });
  const byStep = groupBySteps(events.slice(0, PUBLISHED_MAX).reverse());
  if (events.length <= PUBLISHED_MAX) {
    return new Map([...byStep].map(([revision, published]) => [revision, { published, more: 0 }]));
  }
  const counts = await prisma.event.groupBy({ by: ["revision"], where, _count: { _all: true } });
  return new Map(
    counts.flatMap(({ revision, _count }) => {
      if (revision === null) return [];
      const published = byStep.get(revision) ?? [];
      return [[revision, { published, more: _count._all - published.length }] as const];
    }),
  );
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
