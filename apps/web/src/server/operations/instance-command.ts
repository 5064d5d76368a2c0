import type { InstanceAction, InstanceReport } from "@sagascope/core";
import { awaitCommand, fromPg, fromPgPool, requestCommand } from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";
import type pg from "pg";
import type { Actor } from "../access/actor.ts";
import { InstanceNotFoundError } from "../reads/errors.ts";
import { answerOf, type CommandAnswer, readCommand, WAIT_MS } from "./command-answer.ts";

/** What an action on an instance came to. */
export type InstanceAnswer = CommandAnswer<InstanceReport>;

/** What is to be done to an instance. */
export interface InstanceOrder {
  readonly machineId: string;
  readonly subject: string;
  readonly action: InstanceAction;
  readonly dryRun: boolean;
  readonly reason?: string;
}

/**
 * Hand an action on an instance to the workers, and wait a moment for what comes of it.
 *
 * @throws {InstanceNotFoundError}
 * @throws {OperationRefusedError} if a real one gives no reason, or it is malformed
 */
export async function runInstanceCommand(
  doors: { readonly prisma: PrismaClient; readonly pool: pg.Pool },
  actor: Actor,
  { machineId, subject, ...order }: InstanceOrder,
  waitMs = WAIT_MS,
): Promise<InstanceAnswer> {
  const instance = await doors.prisma.instance.findUnique({
    where: { machineId_subject: { machineId, subject } },
    select: { project: true },
  });
  if (!instance) throw new InstanceNotFoundError(machineId, subject);
  const id = await requestCommand(fromPgPool(doors.pool), {
    ...order,
    kind: "instance",
    project: instance.project,
    target: { machineId, subject },
    actor: actor.email,
  });
  return answerOf(id, await awaitCommand(fromPg(doors.pool), id, { timeoutMs: waitMs }));
}

/** @throws {CommandNotFoundError} */
export function getInstanceCommand(pool: pg.Pool, id: string): Promise<InstanceAnswer> {
  return readCommand(pool, id, ({ target }) => target.subject !== undefined);
}
