import type { ReplayReport } from "@sagascope/core";
import {
  awaitCommand,
  type CommandRequest,
  type CommandView,
  findCommand,
  fromPg,
  fromPgPool,
  requestCommand,
} from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";
import type pg from "pg";
import type { Actor } from "../access/actor.ts";
import { CommandNotFoundError, DeadLetterNotFoundError } from "../reads/dead-letters/errors.ts";

/** A person's request, and how far it has come. While it waits, whoever asked follows it by its id. */
export interface CommandAnswer {
  readonly commandId: string;
  readonly kind: string;
  readonly dryRun: boolean;
  /** `waiting` until a worker takes it, `running` while a replayed service call is on its way. */
  readonly status: CommandView["status"];
  readonly requestedAt: Date;
  readonly finishedAt: Date | undefined;
  readonly report: ReplayReport | undefined;
}

/** What is asked of a letter. */
export type LetterRequest = Pick<CommandRequest, "kind" | "dryRun" | "force" | "reason"> & {
  readonly letterId: string;
};

const WAIT_MS = 5_000; // a person waits this long without wondering; a worker needs some milliseconds

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
): Promise<CommandAnswer> {
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
  const command = await awaitCommand(fromPg(doors.pool), id, { timeoutMs: waitMs });
  return answerOf(id, command);
}

/** @throws {CommandNotFoundError} */
export async function getCommand(pool: pg.Pool, id: string): Promise<CommandAnswer> {
  return answerOf(id, await findCommand(fromPg(pool), id));
}

function answerOf(id: string, command: CommandView | undefined): CommandAnswer {
  if (command === undefined) throw new CommandNotFoundError(id);
  const { kind, dryRun, status, requestedAt, finishedAt, result } = command;
  return {
    commandId: id,
    kind,
    dryRun,
    status,
    requestedAt,
    finishedAt: finishedAt ?? undefined,
    report: result ?? undefined,
  };
}
