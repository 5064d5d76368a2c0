import type { ReplayReport } from "@sagascope/core";
import {
  awaitCommand,
  type LetterRequest as CoreRequest,
  fromPg,
  fromPgPool,
  requestCommand,
} from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";
import type pg from "pg";
import type { Actor } from "../access/actor.ts";
import { DeadLetterNotFoundError } from "../reads/dead-letters/errors.ts";
import { answerOf, type CommandAnswer, readCommand, WAIT_MS } from "./command-answer.ts";

/** What a request about a letter came to. */
export type LetterAnswer = CommandAnswer<ReplayReport>;

/** What is asked of a letter. */
export type LetterRequest = Pick<CoreRequest, "kind" | "dryRun" | "force" | "reason" | "edit"> & {
  readonly letterId: string;
};

/**
 * Hand a request about a letter to the workers, and wait a moment for what comes of it.
 *
 * @throws {DeadLetterNotFoundError}
 * @throws {ReplayRefusedError} if a real request gives no reason
 */
export async function runLetterCommand(
  doors: { readonly prisma: PrismaClient; readonly pool: pg.Pool },
  actor: Actor,
  { letterId, ...request }: LetterRequest,
  waitMs = WAIT_MS,
): Promise<LetterAnswer> {
  const letter = await doors.prisma.deadLetter.findUnique({
    where: { id: letterId },
    select: { project: true },
  });
  if (!letter) throw new DeadLetterNotFoundError(letterId);
  const id = await requestCommand(fromPgPool(doors.pool), {
    ...request,
    project: letter.project,
    target: { letterId },
    actor: actor.email,
  });
  return answerOf(id, await awaitCommand(fromPg(doors.pool), id, { timeoutMs: waitMs }));
}

/** @throws {CommandNotFoundError} */
export function getLetterCommand(pool: pg.Pool, id: string): Promise<LetterAnswer> {
  return readCommand(pool, id, ({ target }) => target.letterId !== undefined);
}
