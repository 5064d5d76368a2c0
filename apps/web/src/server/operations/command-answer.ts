import type { CommandReport } from "@sagascope/core";
import { type CommandView, findCommand, fromPg } from "@sagascope/core/postgres";
import type pg from "pg";
import { CommandNotFoundError } from "../reads/dead-letters/errors.ts";

/** A person's request, and how far it has come. While it waits, whoever asked follows it by its id. */
export interface CommandAnswer<Report extends CommandReport> {
  readonly commandId: string;
  readonly kind: string;
  readonly dryRun: boolean;
  /** `waiting` until a worker takes it, `running` while a service call that it had made again is on its way. */
  readonly status: CommandView["status"];
  readonly requestedAt: Date;
  readonly finishedAt: Date | undefined;
  readonly report: Report | undefined;
}

/** Whether a request is of the kind that was asked after: each kind has a report of its own. */
export type IsOfKind = (command: Pick<CommandView, "target">) => boolean;

/** A person waits this long without wondering; a worker needs some milliseconds. */
export const WAIT_MS = 5_000;

/**
 * How far a request has come.
 *
 * @throws {CommandNotFoundError} if there is none, or it is of another kind
 */
export async function readCommand<Report extends CommandReport>(
  pool: pg.Pool,
  id: string,
  isOfKind: IsOfKind,
): Promise<CommandAnswer<Report>> {
  const command = await findCommand(fromPg(pool), id);
  if (command === undefined || !isOfKind(command)) throw new CommandNotFoundError(id);
  return answerOf(id, command);
}

/** @throws {CommandNotFoundError} if there is no such command */
export function answerOf<Report extends CommandReport>(
  id: string,
  command: CommandView | undefined,
): CommandAnswer<Report> {
  if (command === undefined) throw new CommandNotFoundError(id);
  const { kind, dryRun, status, requestedAt, finishedAt, result } = command;
  return {
    commandId: id,
    kind,
    dryRun,
    status,
    requestedAt,
    finishedAt: finishedAt ?? undefined,
    report: (result ?? undefined) as Report | undefined,
  };
}
