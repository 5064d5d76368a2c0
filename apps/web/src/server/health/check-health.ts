import type { PrismaClient } from "@sagascope/database";
import type { SchemaDifference } from "@sagascope/database/schema-check";
import { countWorkersAlive } from "../reads/workers/count-workers-alive.ts";

/** Whether the house stands: console, database with the schema of this version, and a worker. */
export type Health =
  | {
      readonly status: "ok";
      readonly database: "ok";
      readonly worker: { readonly alive: number };
      readonly schema: SchemaHealth;
    }
  | {
      readonly status: "unavailable";
      readonly missing: "database" | "schema" | "worker";
      readonly database: "ok" | "unreachable";
      readonly worker: { readonly alive: number };
      readonly schema?: SchemaHealth;
    };

/** How the database differs from what this version's migrations make. */
export interface SchemaHealth {
  readonly differences: readonly SchemaDifference[];
}

/** What health is read from. */
export interface HealthSources {
  readonly prisma: PrismaClient;
  readonly findDifferences: () => Promise<readonly SchemaDifference[]>;
}

const ANSWER_MS = 2_000; // whoever asks gives up soon after

/**
 * Ask the database who works and what it is made of; one that does not answer in 2 s counts as unreachable. Something that is
 * missing from the schema is an outage; something different is only named, since a newer version's worker may have migrated already.
 */
export async function checkHealth(
  { prisma, findDifferences }: HealthSources,
  answerMs: number = ANSWER_MS,
): Promise<Health> {
  const read = async () => {
    const differences = await findDifferences();
    // Without its table, workers cannot be counted: the schema is what is wrong then.
    return {
      differences,
      alive: differences.some(isMissing) ? 0 : await countWorkersAlive(prisma),
    };
  };
  const answer = await withinMs(read(), answerMs).catch(() => undefined);
  if (answer === undefined) {
    return {
      ...{ status: "unavailable", missing: "database" },
      ...{ database: "unreachable", worker: { alive: 0 } },
    };
  }
  const { alive, differences } = answer;
  const common = { database: "ok", worker: { alive }, schema: { differences } } as const;
  if (differences.some(isMissing)) return { status: "unavailable", missing: "schema", ...common };
  if (alive === 0) return { status: "unavailable", missing: "worker", ...common };
  return { status: "ok", ...common };
}

function isMissing({ kind }: SchemaDifference): boolean {
  return kind === "missing";
}

async function withinMs<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), ms);
  });
  answer.catch(() => {}); // it may fail after nobody waits for it any more
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
