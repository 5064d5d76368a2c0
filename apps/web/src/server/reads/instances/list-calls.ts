import type { Redactor } from "@sagascope/core";
import type { PrismaClient } from "@sagascope/database";
import { readRedaction, type Shown, type ShownError, shown, shownErrors } from "../redacted.ts";

/** A service call or side-effect action of an instance. */
export interface CallView {
  readonly id: string;
  readonly revision: number;
  readonly ref: string;
  readonly kind: string;
  readonly src: string;
  readonly status: string;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** When it is tried again, if it waits. */
  readonly dueAt: Date;
  readonly leasedUntil: Date | null;
  readonly leasedBy: string | null;
  readonly errors: readonly ShownError[];
  /** The same for each try, so that a service can tell a repetition. */
  readonly idempotencyKey: string;
  /** What the service answered, masked; absent until it has. */
  readonly output: Shown | undefined;
  /** A result that came after the chart had gone on, masked; it moved nothing. */
  readonly late: LateResult | undefined;
}

/** See `CallView.late`. */
export interface LateResult {
  readonly at: Date | undefined;
  readonly output: Shown | undefined;
  readonly error: string | undefined;
  /** The try that answered after its time limit; absent where the state was left. */
  readonly attempt: number | undefined;
}

const CALLS_MAX = 200;

/** The newest calls of an instance, or those before a call, oldest first. */
export async function listCalls(
  prisma: PrismaClient,
  machineId: string,
  subject: string,
  before?: bigint,
): Promise<{ readonly rows: readonly CallView[]; readonly more: boolean }> {
  const [redaction, rows] = await Promise.all([
    readRedaction(prisma),
    prisma.effect.findMany({
      where: { machineId, subject, ...(before === undefined ? {} : { id: { lt: before } }) },
      orderBy: { id: "desc" },
      take: CALLS_MAX + 1,
    }),
  ]);
  const redactor = redaction.of(machineId);
  const kept = rows.slice(0, CALLS_MAX).reverse();
  return {
    more: rows.length > CALLS_MAX,
    rows: kept.map((row) => ({
      id: String(row.id),
      revision: row.revision,
      ref: row.ref,
      kind: row.kind,
      src: row.src,
      status: row.status,
      attempts: row.attempts,
      createdAt: row.createdAt,
      startedAt: row.startedAt,
      finishedAt: row.finishedAt,
      dueAt: row.dueAt,
      leasedUntil: row.leasedUntil,
      leasedBy: row.leasedBy,
      errors: shownErrors(row.errors, redactor, contextOf(row.call)),
      idempotencyKey: row.idempotencyKey,
      output: row.status === "done" ? shown(row.output, redactor) : undefined,
      late: lateOf(row.late, redactor, contextOf(row.call)),
    })),
  };
}

function contextOf(call: unknown): unknown {
  return (call as { readonly context?: unknown } | null)?.context;
}

function lateOf(late: unknown, redactor: Redactor, context: unknown): LateResult | undefined {
  if (late === null || typeof late !== "object") return undefined;
  const { at, output, error, attempt } = late as Readonly<Record<string, unknown>>;
  const [said] = error === undefined ? [] : shownErrors([{ message: error }], redactor, context);
  return {
    at: typeof at === "string" ? new Date(at) : undefined,
    output: output === undefined ? undefined : shown(output, redactor),
    error: said?.message,
    attempt: typeof attempt === "number" ? attempt : undefined,
  };
}
