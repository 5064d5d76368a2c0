import type { PrismaClient } from "@sagascope/database";
import { type ConsumptionView, listConsumptions } from "../conversations/list-consumptions.ts";
import { EnvelopeNotFoundError } from "../errors.ts";
import { nameObserved } from "../observers/name-observed.ts";
import { readRedaction, type Shown, shown } from "../redacted.ts";

/** An envelope with its data masked, and what became of it. */
export interface EnvelopeView {
  /** Where it was recorded. */
  readonly seq: string;
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly subject: string;
  readonly topic: string;
  readonly correlationId: string;
  readonly causationId: string | null;
  readonly causationType: string | undefined;
  readonly machineId: string | null;
  readonly machineVersion: string | null;
  /** The observed service that sent it, by the name its project gives it. */
  readonly service: string | null;
  readonly direction: string;
  readonly recordedAt: Date;
  /** The sender's own time, as it was sent. */
  readonly time: string | undefined;
  readonly data: Shown;
  /** Size of the data as JSON. */
  readonly dataBytes: number;
  readonly consumptions: readonly ConsumptionView[];
  readonly waiting: readonly {
    readonly sink: string;
    readonly attempts: number;
    readonly dueAt: Date;
  }[];
  readonly letters: readonly {
    readonly id: string;
    readonly consumer: string;
    readonly causeTitle: string;
    readonly resolvedAt: Date | null;
  }[];
  /** Envelopes that name this one as their cause: the first ones, and how many there are. */
  readonly effects: readonly { readonly id: string; readonly type: string }[];
  readonly effectCount: number;
}

const ROWS_MAX = 100;
const EFFECTS_MAX = 20;

/** @throws {EnvelopeNotFoundError} */
export async function getEnvelope(prisma: PrismaClient, id: string): Promise<EnvelopeView> {
  const row = await prisma.event.findFirst({ where: { id }, orderBy: { seq: "asc" } });
  if (!row) throw new EnvelopeNotFoundError("id", id);
  const [redaction, nameOf, consumptions, waiting, letters, effects, effectCount, cause] =
    await Promise.all([
      readRedaction(prisma),
      nameObserved(prisma, [row.topic]),
      listConsumptions(prisma, [id]),
      prisma.delivery.findMany({
        where: { eventSeq: row.seq },
        select: { sink: true, attempts: true, dueAt: true },
        take: ROWS_MAX,
      }),
      prisma.deadLetter.findMany({
        where: { envelopeId: id },
        select: { id: true, consumer: true, causeTitle: true, resolvedAt: true },
        take: ROWS_MAX,
      }),
      prisma.event.findMany({
        where: { causationId: id },
        select: { id: true, type: true },
        orderBy: { seq: "asc" },
        take: EFFECTS_MAX,
      }),
      prisma.event.count({ where: { causationId: id } }),
      row.causationId
        ? prisma.event.findFirst({ where: { id: row.causationId }, select: { type: true } })
        : null,
    ]);
  const { envelope, seq, ...columns } = row;
  const { data, time } = envelope as { readonly data?: unknown; readonly time?: string };
  return {
    ...columns,
    seq: String(seq),
    service: nameOf(row),
    causationType: cause?.type,
    time,
    data: shown(data ?? null, redaction.shared),
    dataBytes: data === undefined ? 0 : Buffer.byteLength(JSON.stringify(data)),
    consumptions,
    waiting,
    letters,
    effects,
    effectCount,
  };
}
