import { type ContextChange, diffContext } from "@sagascope/core";
import type { PrismaClient } from "@sagascope/database";
import { InstanceNotFoundError, StepNotFoundError } from "../errors.ts";
import { readRedaction, shownContext } from "../redacted.ts";

/** An instance, now or right after one of its steps. */
export interface InstanceMoment {
  readonly machineId: string;
  readonly subject: string;
  readonly revision?: number | undefined;
}

/** How the context of one instance differs from another's: `before` is the first one's value, `after` the second's. */
export interface ContextDifference {
  readonly changes: readonly ContextChange[];
  /** Beyond those listed. */
  readonly more: number;
}

const CHANGES_MAX = 100;

/**
 * Compare what two instances know. Both are masked first, so that masked values count as equal.
 *
 * @throws {InstanceNotFoundError | StepNotFoundError}
 */
export async function compareContexts(
  prisma: PrismaClient,
  first: InstanceMoment,
  second: InstanceMoment,
): Promise<ContextDifference> {
  const [redaction, one, other] = await Promise.all([
    readRedaction(prisma),
    findSnapshot(prisma, first),
    findSnapshot(prisma, second),
  ]);
  const changes = diffContext(
    shownContext(one, redaction.of(first.machineId)).value,
    shownContext(other, redaction.of(second.machineId)).value,
  );
  return {
    changes: changes.slice(0, CHANGES_MAX),
    more: Math.max(0, changes.length - CHANGES_MAX),
  };
}

async function findSnapshot(
  prisma: PrismaClient,
  { machineId, subject, revision }: InstanceMoment,
): Promise<unknown> {
  if (revision === undefined) {
    const row = await prisma.instance.findUnique({
      where: { machineId_subject: { machineId, subject } },
      select: { snapshot: true },
    });
    if (!row) throw new InstanceNotFoundError(machineId, subject);
    return row.snapshot;
  }
  const row = await prisma.history.findFirst({
    where: { machineId, subject, revision },
    select: { snapshot: true },
  });
  if (!row) throw new StepNotFoundError(revision);
  return row.snapshot;
}
