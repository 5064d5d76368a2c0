import type { PrismaClient } from "@sagascope/database";

/** An envelope that a step announced. */
export interface PublishedView {
  readonly id: string;
  readonly type: string;
}

interface StepInstant {
  readonly revision: number;
  readonly at: Date;
}

const PUBLISHED_MAX = 500;

/** What an instance announced, by the step that did. */
export async function listPublished(
  prisma: PrismaClient,
  of: {
    readonly machineId: string;
    readonly subject: string;
    readonly steps: readonly StepInstant[];
  },
): Promise<ReadonlyMap<number, readonly PublishedView[]>> {
  const { machineId, subject, steps } = of;
  const events = await prisma.event.findMany({
    where: { machineId, subject, direction: "published" },
    select: { id: true, type: true, recordedAt: true },
    orderBy: { seq: "desc" },
    take: PUBLISHED_MAX,
  });
  return assignToSteps(steps, events.reverse());
}

/**
 * Which step announced which envelope. Both were written by one transaction but no column says so; the commits of one
 * instance follow each other, so the step nearest in time is the one.
 */
export function assignToSteps(
  steps: readonly StepInstant[],
  events: readonly (PublishedView & { readonly recordedAt: Date })[],
): ReadonlyMap<number, readonly PublishedView[]> {
  const byStep = new Map<number, PublishedView[]>();
  for (const { id, type, recordedAt } of events) {
    const step = nearest(steps, recordedAt);
    if (step === undefined) continue;
    byStep.set(step.revision, [...(byStep.get(step.revision) ?? []), { id, type }]);
  }
  return byStep;
}

function nearest(steps: readonly StepInstant[], at: Date): StepInstant | undefined {
  const distance = (step: StepInstant) => Math.abs(step.at.getTime() - at.getTime());
  return steps.reduce<StepInstant | undefined>(
    (best, step) => (best === undefined || distance(step) <= distance(best) ? step : best),
    undefined,
  );
}
