import type { PrismaClient } from "@sagascope/database";
import { countWorkersAlive } from "../reads/workers/count-workers-alive.ts";

/** Whether the house stands: console, database and a worker. */
export type Health =
  | { readonly status: "ok"; readonly database: "ok"; readonly worker: { readonly alive: number } }
  | {
      readonly status: "unavailable";
      readonly missing: "database" | "worker";
      readonly database: "ok" | "unreachable";
      readonly worker: { readonly alive: number };
    };

const ANSWER_MS = 2_000; // whoever asks gives up soon after

/** Ask the database who works; one that does not answer in 2 s counts as unreachable. */
export async function checkHealth(
  prisma: PrismaClient,
  answerMs: number = ANSWER_MS,
): Promise<Health> {
  const alive = await withinMs(countWorkersAlive(prisma), answerMs).catch(() => undefined);
  if (alive === undefined) {
    return {
      status: "unavailable",
      missing: "database",
      database: "unreachable",
      worker: { alive: 0 },
    };
  }
  if (alive === 0) {
    return { status: "unavailable", missing: "worker", database: "ok", worker: { alive } };
  }
  return { status: "ok", database: "ok", worker: { alive } };
}

async function withinMs<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), ms);
  });
  answer.catch(() => {}); // it may fail after nobody waits for it any more
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
