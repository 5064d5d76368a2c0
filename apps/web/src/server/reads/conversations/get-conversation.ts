import type { PrismaClient } from "@sagascope/database";
import { EnvelopeNotFoundError } from "../errors.ts";

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
}

/** An instance that takes part in a conversation. */
export interface Participant {
  readonly machineId: string;
  readonly subject: string;
  readonly version: string;
  readonly phase: string;
  readonly states: readonly string[];
}

/** What one correlation id ties together, but for the envelopes themselves, of which there may be many: see `getSkeleton`. */
export interface Conversation {
  readonly correlationId: string;
  /** Of the first envelope. */
  readonly subject: string | null;
  /** Rows of envelopes; what its sender repeated counts each time. */
  readonly recorded: number;
  readonly startedAt: Date | null;
  readonly lastAt: Date | null;
  /** Those that waited longest, and how many there are. */
  readonly waiting: readonly WaitingDelivery[];
  readonly waitingCount: number;
  /** Open ones, the oldest, and how many there are. */
  readonly letters: readonly ConversationLetter[];
  readonly letterCount: number;
  readonly participants: readonly Participant[];
  readonly participantCount: number;
}

const WAITING_MAX = 1_000;
const LETTERS_MAX = 500; // each says why in words
const PARTICIPANTS_MAX = 100;

/** @throws {EnvelopeNotFoundError} if nothing of it is recorded */
export async function getConversation(
  prisma: PrismaClient,
  correlationId: string,
): Promise<Conversation> {
  const open = { correlationId, resolvedAt: null };
  const [first, recorded, waiting, letters, letterCount, participants, participantCount] =
    await Promise.all([
      prisma.event.findFirst({
        where: { correlationId },
        select: { subject: true },
        orderBy: { seq: "asc" },
      }),
      prisma.event.aggregate({
        where: { correlationId },
        _count: { _all: true },
        _min: { recordedAt: true },
        _max: { recordedAt: true },
      }),
      listWaiting(prisma, correlationId),
      prisma.deadLetter.findMany({
        where: open,
        select: { id: true, envelopeId: true, consumer: true, causeTitle: true, attempts: true },
        orderBy: { capturedAt: "asc" },
        take: LETTERS_MAX,
      }),
      prisma.deadLetter.count({ where: open }),
      listParticipants(prisma, correlationId),
      prisma.instance.count({ where: { correlationId } }),
    ]);
  if (first === null && participants.length === 0) {
    throw new EnvelopeNotFoundError("correlation id", correlationId);
  }
  return {
    correlationId,
    subject: first?.subject ?? null,
    recorded: recorded._count._all,
    startedAt: recorded._min.recordedAt,
    lastAt: recorded._max.recordedAt,
    ...waiting,
    letters,
    letterCount,
    participants,
    participantCount,
  };
}

/** A delivery knows the time of its event, so that only its partition is looked into. */
async function listWaiting(
  prisma: PrismaClient,
  correlationId: string,
): Promise<Pick<Conversation, "waiting" | "waitingCount">> {
  const rows = await prisma.$queryRaw<(WaitingDelivery & { readonly total: number })[]>`
    SELECT e.id AS "eventId", d.sink, d.kind, d.attempts, d.due_at AS "dueAt", count(*) OVER ()::int AS total
    FROM sagascope.event e
    JOIN sagascope.delivery d ON d.event_seq = e.seq AND d.event_at = e.recorded_at
    WHERE e.correlation_id = ${correlationId}
    ORDER BY d.id LIMIT ${WAITING_MAX}`;
  return {
    waiting: rows.map(({ total: _total, ...row }) => row),
    waitingCount: rows[0]?.total ?? 0,
  };
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
