import { defaultEventName, type JsonObject, type JsonValue, maskLetter } from "@sagascope/core";
import { countOpenLetters, fromPg } from "@sagascope/core/postgres";
import type { Prisma, PrismaClient } from "@sagascope/database";
import type pg from "pg";
import { readRedaction } from "../redacted.ts";
import { DeadLetterNotFoundError } from "./errors.ts";
import { type LetterError, letterErrors } from "./letter-errors.ts";

/** Everything of the row but the sealed original, which never leaves the server. */
const letterSelect = {
  id: true,
  project: true,
  consumer: true,
  source: true,
  reason: true,
  machineId: true,
  subject: true,
  chartId: true,
  machineVersion: true,
  revision: true,
  states: true,
  topic: true,
  eventType: true,
  envelopeId: true,
  correlationId: true,
  effectId: true,
  attempts: true,
  errors: true,
  fingerprint: true,
  causeTitle: true,
  envelope: true,
  redactedPaths: true,
  snapshot: true,
  sealKeyId: true,
  capturedAt: true,
  lastSeenAt: true,
  occurrences: true,
  resolvedAt: true,
  resolution: true,
  archivedAt: true,
} as const satisfies Prisma.DeadLetterSelect;

type Selected = Prisma.DeadLetterGetPayload<{ select: typeof letterSelect }>;

/** The call that gave up, if the letter is of one. */
export interface LetterCall {
  readonly src: string;
  readonly ref: string;
  readonly kind: string;
  readonly status: string;
}

/** A dead letter with what stands around it. */
export interface LetterView
  extends Omit<
    Selected,
    "effectId" | "errors" | "redactedPaths" | "sealKeyId" | "snapshot" | "envelope"
  > {
  readonly errors: readonly LetterError[];
  /** Redacted when it was captured, and by the rules of now. */
  readonly envelope: unknown;
  readonly envelopeBytes: number;
  readonly redacted: number;
  /** Of the chart at the failure: its value and context, redacted. */
  readonly snapshot: { readonly value: unknown; readonly context: unknown } | undefined;
  /** Whether the original bytes are kept, sealed. */
  readonly sealKeyId: string | null;
  /** The chart's event for the type, if the letter is of an envelope. */
  readonly event: string | undefined;
  readonly call: LetterCall | undefined;
  /** Open letters of the same cause, this one included. */
  readonly openOfCause: number;
  /** Later work of the subject that waits for this consumer. */
  readonly waiting: number;
  readonly instance:
    | { readonly phase: string; readonly status: string; readonly states: readonly string[] }
    | undefined;
}

/** @throws {DeadLetterNotFoundError} */
export async function getLetter(
  { prisma, pool }: { readonly prisma: PrismaClient; readonly pool: pg.Pool },
  id: string,
): Promise<LetterView> {
  const row = await prisma.deadLetter.findUnique({ where: { id }, select: letterSelect });
  if (!row) throw new DeadLetterNotFoundError(id);
  const { consumer, subject, topic, eventType } = row;
  const machineId = row.machineId ?? consumer;
  const [redaction, route, call, openOfCause, waiting, instance] = await Promise.all([
    readRedaction(prisma),
    prisma.subscription.findFirst({
      where: { topic: topic ?? "", type: eventType, sink: consumer },
      select: { event: true },
    }),
    row.effectId === null
      ? null
      : prisma.effect.findUnique({
          where: { id: row.effectId },
          select: { src: true, ref: true, kind: true, status: true },
        }),
    countOpenLetters(fromPg(pool), row.fingerprint),
    prisma.delivery.count({ where: { sink: consumer, subject }, take: WAITING_MAX }),
    prisma.instance.findUnique({
      where: { machineId_subject: { machineId, subject } },
      select: { phase: true, status: true, states: true },
    }),
  ]);
  const { errors: _errors, effectId: _effect, ...columns } = row;
  const redactor = redaction.of(row.machineId ?? undefined);
  const { redactedPaths, snapshot, ...shown } = maskLetter(
    {
      ...columns,
      envelope: row.envelope as JsonValue,
      snapshot: row.snapshot as JsonValue,
      redactedPaths: Array.isArray(row.redactedPaths) ? row.redactedPaths.map(String) : [],
      errors: [],
    },
    redactor,
  );
  return {
    ...shown,
    errors: letterErrors(row.errors, redactor),
    envelopeBytes: row.envelope === null ? 0 : Buffer.byteLength(JSON.stringify(row.envelope)),
    redacted: redactedPaths.length,
    snapshot: shownSnapshot(snapshot),
    event: row.source === "envelope" ? (route?.event ?? defaultEventName(eventType)) : undefined,
    call: call ?? undefined,
    openOfCause,
    waiting,
    instance: instance ?? undefined,
  };
}

const WAITING_MAX = 1_000;

/** XState's snapshot holds more than a person needs: children and history stay out. */
function shownSnapshot(snapshot: JsonValue): LetterView["snapshot"] {
  if (typeof snapshot !== "object" || snapshot === null || Array.isArray(snapshot))
    return undefined;
  const { value = null, context = {} } = snapshot as JsonObject;
  return { value, context };
}
