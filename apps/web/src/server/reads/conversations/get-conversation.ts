import type { PrismaClient } from "@sagascope/database";
import { EnvelopeNotFoundError } from "../errors.ts";
import { type ConsumptionView, listConsumptions } from "./list-consumptions.ts";

/** An envelope of a conversation, without its data. */
export interface ConversationEvent {
  readonly seq: string;
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly subject: string;
  readonly topic: string;
  readonly causationId: string | null;
  /** The machine that published it, when one of ours did. */
  readonly machineId: string | null;
  readonly machineVersion: string | null;
  readonly direction: string;
  readonly recordedAt: Date;
}

/** An envelope that a consumer or relay still has to act on. */
export interface WaitingDelivery {
  readonly eventId: string;
  readonly sink: string;
  readonly kind: string;
  readonly attempts: number;
  readonly dueAt: Date;
}

/** A dead letter of a conversation. */
export interface ConversationLetter {
  readonly id: string;
  readonly envelopeId: string | null;
  readonly consumer: string;
  readonly causeTitle: string;
  readonly attempts: number;
  readonly resolvedAt: Date | null;
}

/** An instance that takes part in a conversation. */
export interface Participant {
  readonly machineId: string;
  readonly subject: string;
  readonly version: string;
  readonly phase: string;
  readonly states: readonly string[];
}

/** Everything that one correlation id ties together. */
export interface Conversation {
  readonly correlationId: string;
  readonly events: readonly ConversationEvent[];
  /** More envelopes are recorded than these, the oldest. */
  readonly more: boolean;
  readonly consumptions: readonly ConsumptionView[];
  readonly waiting: readonly WaitingDelivery[];
  readonly letters: readonly ConversationLetter[];
  readonly participants: readonly Participant[];
}

const EVENTS_MAX = 2_000; // the graph folds repeats; beyond this a person follows a part, not the whole
const ROWS_MAX = 2_000;
const PARTICIPANTS_MAX = 100;

/** @throws {EnvelopeNotFoundError} if nothing of it is recorded */
export async function getConversation(
  prisma: PrismaClient,
  correlationId: string,
): Promise<Conversation> {
  const [found, letters, participants] = await Promise.all([
    prisma.event.findMany({
      where: { correlationId },
      omit: { envelope: true, correlationId: true },
      orderBy: { seq: "asc" },
      take: EVENTS_MAX + 1,
    }),
    listConversationLetters(prisma, correlationId),
    listParticipants(prisma, correlationId),
  ]);
  if (found.length === 0 && participants.length === 0) {
    throw new EnvelopeNotFoundError("correlation id", correlationId);
  }
  const events = found.slice(0, EVENTS_MAX);
  const [consumptions, waiting] = await Promise.all([
    listConsumptions(
      prisma,
      events.map(({ id }) => id),
    ),
    listWaiting(prisma, events),
  ]);
  return {
    correlationId,
    events: events.map(({ seq, ...event }) => ({ ...event, seq: String(seq) })),
    more: found.length > EVENTS_MAX,
    consumptions,
    waiting,
    letters,
    participants,
  };
}

async function listConversationLetters(
  prisma: PrismaClient,
  correlationId: string,
): Promise<ConversationLetter[]> {
  return prisma.deadLetter.findMany({
    where: { correlationId },
    select: {
      id: true,
      envelopeId: true,
      consumer: true,
      causeTitle: true,
      attempts: true,
      resolvedAt: true,
    },
    orderBy: { capturedAt: "asc" },
    take: ROWS_MAX,
  });
}

async function listParticipants(
  prisma: PrismaClient,
  correlationId: string,
): Promise<Participant[]> {
  const rows = await prisma.instance.findMany({
    where: { correlationId },
    select: {
      machineId: true,
      subject: true,
      phase: true,
      states: true,
      machineVersion: { select: { version: true } },
    },
    orderBy: { startedAt: "asc" },
    take: PARTICIPANTS_MAX,
  });
  return rows.map(({ machineVersion, ...row }) => ({ ...row, version: machineVersion.version }));
}

async function listWaiting(
  prisma: PrismaClient,
  events: readonly { readonly seq: bigint; readonly id: string }[],
): Promise<WaitingDelivery[]> {
  const idBySeq = new Map(events.map(({ seq, id }) => [seq, id]));
  const rows = await prisma.delivery.findMany({
    where: { eventSeq: { in: [...idBySeq.keys()] } },
    select: { eventSeq: true, sink: true, kind: true, attempts: true, dueAt: true },
    take: ROWS_MAX,
  });
  return rows.map(({ eventSeq, ...row }) => ({ ...row, eventId: idBySeq.get(eventSeq) ?? "" }));
}
