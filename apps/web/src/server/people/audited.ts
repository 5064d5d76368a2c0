import { appendAudit, fromPrisma } from "@sagascope/core/postgres";
import type { Prisma, PrismaClient } from "@sagascope/database";
import type { Actor } from "../access/actor.ts";

/** What was done to whom, for the audit. */
export interface Deed {
  readonly action: string;
  readonly target: string;
  readonly detail?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

/** Do something and note it in the audit, both or neither. What `run` answers first is returned. */
export function audited<Result>(
  prisma: PrismaClient,
  actor: Pick<Actor, "email">,
  run: (tx: Prisma.TransactionClient) => Promise<readonly [Result, Deed]>,
): Promise<Result> {
  return prisma.$transaction(async (tx) => {
    const [result, { action, target, detail = {} }] = await run(tx);
    const entry = { actor: actor.email, action, target, outcome: "done", detail };
    await appendAudit(fromPrisma(tx), [entry]);
    return result;
  });
}
