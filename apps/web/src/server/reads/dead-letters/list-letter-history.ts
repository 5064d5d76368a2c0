import type { PrismaClient } from "@sagascope/database";
import { readRedaction } from "../redacted.ts";
import { type LetterError, letterErrors } from "./letter-errors.ts";

/** The work was given up, for the first time or again. */
export interface OccurrenceView {
  readonly number: number;
  readonly at: Date;
  readonly reason: string;
  readonly attempts: number;
  readonly lastError: LetterError | undefined;
}

/** Somebody asked for something. */
export interface LetterCommandView {
  readonly id: string;
  readonly kind: string;
  readonly dryRun: boolean;
  readonly force: boolean;
  readonly reason: string | null;
  readonly actor: string;
  readonly status: string;
  readonly outcome: string | null;
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
}

/** What the audit keeps about the letter. */
export interface LetterAuditView {
  readonly seq: string;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly reason: string | null;
  readonly outcome: string;
  readonly commandId: string | null;
}

/** What happened to a letter; each list the newest first. */
export interface LetterHistory {
  readonly occurrences: readonly OccurrenceView[];
  readonly commands: readonly LetterCommandView[];
  readonly audit: readonly LetterAuditView[];
  /** There is more of something than is listed. */
  readonly more: boolean;
}

const ROWS_MAX = 100;

/** Read what happened to a letter. */
export async function listLetterHistory(prisma: PrismaClient, id: string): Promise<LetterHistory> {
  const [redaction, letter, occurrences, commands, audit] = await Promise.all([
    readRedaction(prisma),
    prisma.deadLetter.findUnique({ where: { id }, select: { machineId: true } }),
    prisma.deadLetterOccurrence.findMany({
      where: { letterId: id },
      orderBy: { number: "desc" },
      take: ROWS_MAX + 1,
    }),
    listCommands(prisma, id),
    listAudit(prisma, id),
  ]);
  const redactor = redaction.of(letter?.machineId ?? undefined);
  return {
    occurrences: occurrences.slice(0, ROWS_MAX).map(({ errors, letterId: _letter, ...row }) => ({
      ...row,
      lastError: letterErrors(errors, redactor).at(-1),
    })),
    commands: commands.slice(0, ROWS_MAX),
    audit: audit.slice(0, ROWS_MAX),
    more: [occurrences, commands, audit].some((rows) => rows.length > ROWS_MAX),
  };
}

function listCommands(prisma: PrismaClient, id: string): Promise<LetterCommandView[]> {
  return prisma.$queryRaw<LetterCommandView[]>`
    SELECT id, kind, dry_run AS "dryRun", force, reason, actor, status, result->>'outcome' AS outcome,
      requested_at AS "requestedAt", finished_at AS "finishedAt"
    FROM sagascope.operator_command
    WHERE target->>'letterId' = ${id}
    ORDER BY requested_at DESC
    LIMIT ${ROWS_MAX + 1}`;
}

function listAudit(prisma: PrismaClient, id: string): Promise<LetterAuditView[]> {
  return prisma.$queryRaw<LetterAuditView[]>`
    SELECT seq::text, at, actor, action, reason, outcome, detail->>'commandId' AS "commandId"
    FROM sagascope.audit
    WHERE target = ${`dead letter ${id}`}
    ORDER BY audit.seq DESC
    LIMIT ${ROWS_MAX + 1}`;
}
