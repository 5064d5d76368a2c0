import { type Envelope, encodeEnvelope } from "@sagascope/core";
import type { MemoryEngine } from "@sagascope/core/memory";
import type { PrismaClient } from "@sagascope/database";
import type pg from "pg";
import { wire } from "@/trpc/wire.ts";
import { getLetter, type LetterView } from "../reads/dead-letters/get-letter.ts";
import { type EnvelopeView, getEnvelope } from "../reads/envelopes/get-envelope.ts";

type LetterState = Awaited<ReturnType<MemoryEngine["openLetters"]>>[number];

const NOW = new Date("2026-11-30T12:00:00Z");
const none = async () => null;
const nothing = async () => [];
const zero = async () => 0;

/** A letter as the console's own reading function shows it, from a row with what the engine captured. */
export async function readLetter(letter: LetterState): Promise<LetterView> {
  const row = {
    ...letter,
    machineId: letter.machineId ?? null,
    machineVersion: letter.machineVersion ?? null,
    revision: letter.revision ?? null,
    topic: letter.topic ?? null,
    envelopeId: letter.envelopeId ?? null,
    envelope: letter.envelope ?? null,
    snapshot: letter.snapshot ?? null,
    chartId: null,
    correlationId: letter.envelopeId ?? null,
    effectId: null,
    causeTitle: letter.errors.at(-1)?.message ?? letter.reason,
    sealKeyId: "k1",
    capturedAt: NOW,
    lastSeenAt: NOW,
    resolvedAt: null,
    resolution: null,
    archivedAt: null,
  };
  const prisma = {
    deadLetter: { findUnique: async (query: Query) => selected(row, query) },
    redactionRule: { findMany: nothing },
    subscription: { findFirst: none },
    delivery: { count: zero },
    instance: { findUnique: none },
  } as unknown as PrismaClient;
  const pool = { query: async () => ({ rows: [{ letters: 1 }] }) } as unknown as pg.Pool;
  return travelled(await getLetter({ prisma, pool }, letter.id));
}

/** An envelope as the console's own reading function shows it, from a row with what the door would have stored. */
export async function readEnvelope(envelope: Envelope, seq: number): Promise<EnvelopeView> {
  const {
    id,
    type,
    source,
    subject = "",
    correlationid,
    causationid,
    machineid,
    machineversion,
  } = envelope;
  const row = {
    seq: BigInt(seq),
    id,
    type,
    source,
    subject,
    topic: "commands",
    correlationId: correlationid ?? id,
    causationId: causationid ?? null,
    machineId: machineid ?? null,
    machineVersion: machineversion ?? null,
    direction: "received",
    recordedAt: NOW,
    envelope: JSON.parse(encodeEnvelope(envelope)),
  };
  // The cause of an envelope is looked for by its own id: there is none.
  const findFirst = async ({ orderBy }: { readonly orderBy?: unknown }) => (orderBy ? row : null);
  const prisma = {
    event: { findFirst, findMany: nothing, count: zero },
    redactionRule: { findMany: nothing },
    history: { findMany: nothing },
    delivery: { findMany: nothing },
    deadLetter: { findMany: nothing },
    observer: { findMany: nothing },
    asyncapiDocument: { findMany: nothing },
  } as unknown as PrismaClient;
  return travelled(await getEnvelope(prisma, id));
}

/** What is asked for of a row: all else, such as a sealed original, never leaves the store. */
interface Query {
  readonly select: Readonly<Record<string, true>>;
}

function selected(row: Readonly<Record<string, unknown>>, { select }: Query) {
  return Object.fromEntries(Object.keys(select).map((column) => [column, row[column] ?? null]));
}

/** As it comes to a browser. */
export function travelled<View>(view: View): View {
  return wire.deserialize(JSON.parse(JSON.stringify(wire.serialize(view))));
}
