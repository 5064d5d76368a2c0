import { type MessageData, messageData, outlineOf } from "@sagascope/core";
import { findDocument, fromPg } from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";
import type pg from "pg";
import { DeadLetterNotFoundError } from "./errors.ts";

/** What the data of a letter's envelope has to look like. */
export interface LetterSchema {
  readonly machineId: string;
  /** Of the machine's present document; an edited envelope is checked against what is declared there. */
  readonly version: string;
  readonly data: MessageData;
}

/**
 * What the machine that gave a letter up says about its type, in its present AsyncAPI document; null where it has none, or
 * says nothing about that type.
 *
 * @throws {DeadLetterNotFoundError}
 */
export async function getLetterSchema(
  { prisma, pool }: { readonly prisma: PrismaClient; readonly pool: pg.Pool },
  id: string,
): Promise<LetterSchema | null> {
  const letter = await prisma.deadLetter.findUnique({
    where: { id },
    select: { consumer: true, machineId: true, eventType: true },
  });
  if (!letter) throw new DeadLetterNotFoundError(id);
  const machineId = letter.machineId ?? letter.consumer;
  const stored = await findDocument(fromPg(pool), "machine", machineId);
  if (!stored) return null;
  const message = outlineOf(stored.document).messages.find(
    ({ direction, type }) => direction === "receives" && type === letter.eventType,
  );
  if (!message) return null;
  return { machineId, version: stored.version, data: messageData(stored.document, message) };
}
