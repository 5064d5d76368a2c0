import type { PrismaClient } from "@sagascope/database";
import { letterTitle } from "../dead-letters/letter-errors.ts";
import { readRedaction } from "../redacted.ts";

/** A dead letter beside an instance. */
export interface LetterView {
  readonly id: string;
  /** What its last error said; else its cause. */
  readonly title: string;
  readonly eventType: string;
  readonly consumer: string;
  readonly subject: string;
  readonly attempts: number;
  readonly envelopeId: string | null;
  readonly lastSeenAt: Date;
  readonly resolvedAt: Date | null;
  /** Whether it is of the instance itself, not only of its conversation. */
  readonly own: boolean;
}

const LETTERS_MAX = 50;

/** The letters of an instance and of its conversation: open ones first, then the newest; a page of them after `skip`. */
export async function listLetters(
  prisma: PrismaClient,
  of: { readonly machineId: string; readonly subject: string; readonly correlationId: string },
  skip = 0,
): Promise<{ readonly rows: readonly LetterView[]; readonly more: boolean }> {
  const { machineId, subject, correlationId } = of;
  const redaction = await readRedaction(prisma);
  const letters = await prisma.deadLetter.findMany({
    where: { OR: [{ machineId, subject }, { correlationId }] },
    select: {
      id: true,
      causeTitle: true,
      errors: true,
      eventType: true,
      consumer: true,
      machineId: true,
      subject: true,
      attempts: true,
      envelopeId: true,
      lastSeenAt: true,
      resolvedAt: true,
    },
    orderBy: [
      { resolvedAt: { sort: "asc", nulls: "first" } },
      { lastSeenAt: "desc" },
      { id: "asc" }, // of one instant: no page may begin in the middle of an unordered run
    ],
    skip,
    take: LETTERS_MAX + 1,
  });
  const rows = letters
    .slice(0, LETTERS_MAX)
    .map(({ machineId: letterMachine, causeTitle, errors, ...letter }) => ({
      ...letter,
      title: letterTitle({ machineId: letterMachine, causeTitle, errors }, redaction),
      own: letterMachine === machineId && letter.subject === subject,
    }));
  return { rows, more: letters.length > LETTERS_MAX };
}
