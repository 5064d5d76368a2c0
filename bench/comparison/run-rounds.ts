import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import type { Arena } from "../contenders/contender.ts";
import type { Databases } from "./databases.ts";
import type { Task } from "./measurement.ts";
import type { Entrant } from "./roster.ts";
import { runTrial } from "./run-trial.ts";
import type { Trial } from "./summary.ts";

/** Of a task, done once before it is measured. */
const WARM_UP_SHARE = 0.1;

/** What all trials of a run share. */
export interface Course {
  readonly databases: Databases;
  readonly redisUrl: string | undefined;
  readonly absurdSql: string | undefined;
  /** Ends the run; what was measured until then is kept. */
  readonly signal: AbortSignal;
}

/**
 * Measure every task by everyone who offers it, round after round: in odd rounds in the order given, in even ones backward, so
 * that a machine that becomes slower or faster favours nobody.
 */
export async function* runRounds(
  course: Course,
  rounds: number,
  tasks: readonly Task[],
  entrants: readonly Entrant[],
): AsyncGenerator<Trial> {
  for (let round = 1; round <= rounds; round += 1) {
    for (const task of tasks) {
      const able = entrants.filter(({ figures }) => figures.includes(task.figure));
      for (const entrant of round % 2 === 1 ? able : able.reverse()) {
        if (course.signal.aborted) return;
        yield await tryOnce(course, round, task, entrant);
      }
    }
  }
}

async function tryOnce(
  course: Course,
  round: number,
  task: Task,
  entrant: Entrant,
): Promise<Trial> {
  const { name: contender, isOurs, module } = entrant;
  const [loadBefore = 0] = loadavg();
  const trial = { contender, isOurs, task, round, loadBefore };
  try {
    const measurement = await withArena(course, (arena) =>
      withArena(course, (warmUpArena) => {
        const warmUp = { task: warmUpOf(task), arena: warmUpArena };
        return runTrial({ module, task, warmUp, arena }, course.signal);
      }),
    );
    return { ...trial, outcome: { kind: "measured", measurement } };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...trial, outcome: { kind: "failed", problem } };
  }
}

function warmUpOf(task: Task): Task {
  return { ...task, count: Math.ceil(task.count * WARM_UP_SHARE) };
}

async function withArena<Result>(
  { databases, redisUrl, absurdSql }: Course,
  use: (arena: Arena) => Promise<Result>,
): Promise<Result> {
  const database = await databases.create();
  try {
    const name = `sagascope-bench-${randomUUID()}`;
    return await use({ databaseUrl: database.url, name, redisUrl, absurdSql });
  } finally {
    await databases.drop(database.name);
  }
}
