import type { PrismaClient } from "@sagascope/database";
import { StepNotFoundError } from "../errors.ts";
import { readRedaction, type Shown, shownContext } from "../redacted.ts";

/** An instance as it was right after one of its steps. */
export interface StepSnapshot {
  readonly revision: number;
  readonly at: Date;
  readonly states: readonly string[];
  readonly context: Shown;
}

/** @throws {StepNotFoundError} */
export async function getStep(
  prisma: PrismaClient,
  of: { readonly machineId: string; readonly subject: string; readonly revision: number },
): Promise<StepSnapshot> {
  const [redaction, row] = await Promise.all([
    readRedaction(prisma),
    prisma.history.findFirst({ where: of }),
  ]);
  if (!row) throw new StepNotFoundError(of.revision);
  const { revision, at, states, snapshot } = row;
  return { revision, at, states, context: shownContext(snapshot, redaction.of(of.machineId)) };
}
