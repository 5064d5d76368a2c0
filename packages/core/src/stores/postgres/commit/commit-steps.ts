import type { EffectRecord } from "../../../engine/records.ts";
import type { StepCommit } from "../../../engine/step-commit.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { conflictOf } from "../checked.ts";
import { deliveredProjects, fedTopics, WRITE_EVENTS } from "../outbox/write-step-events.ts";
import type { SqlPool } from "../sql.ts";
import type { Statement, TextRow } from "../statement.ts";
import { type Committer, planStatements } from "./plan-statements.ts";
import { askedEffects, WRITE_EFFECTS, writtenEffects } from "./write-effects.ts";

/** What a commit wrote. */
export interface WrittenSteps {
  /** The service calls created, leased to this worker. */
  readonly effects: readonly EffectRecord[];
  /** Projects with new deliveries. */
  readonly projects: readonly string[];
  /** Topics that feeds read, with new events. */
  readonly topics: readonly string[];
}

type Answers = readonly (readonly TextRow[])[];

/**
 * Write commits of different lanes in one transaction. Whatever no longer fits throws, and nothing is written.
 *
 * @throws {CommitConflictError} if part of a commit no longer fits
 */
export async function commitSteps(
  pool: SqlPool,
  committer: Committer,
  commits: readonly StepCommit[],
): Promise<WrittenSteps> {
  try {
    return await send(pool, committer, commits, false);
  } catch (error) {
    const conflict = conflictOf(error);
    if (conflict === undefined) throw error;
    // An expired receipt may be all that stands in the way.
    return sendAgain(pool, committer, commits);
  }
}

async function sendAgain(
  pool: SqlPool,
  committer: Committer,
  commits: readonly StepCommit[],
): Promise<WrittenSteps> {
  try {
    return await send(pool, committer, commits, true);
  } catch (error) {
    throw conflictOf(error) ?? error;
  }
}

async function send(
  pool: SqlPool,
  committer: Committer,
  commits: readonly StepCommit[],
  replaceExpired: boolean,
): Promise<WrittenSteps> {
  const statements = planStatements(committer, commits, replaceExpired);
  const answers = await run(pool, statements, commits);
  const answerTo = (operation: string) =>
    answers[statements.findIndex((statement) => statement.operation === operation)] ?? [];
  return {
    effects: writtenEffects(askedEffects(commits), answerTo(WRITE_EFFECTS)),
    projects: deliveredProjects(answerTo(WRITE_EVENTS)),
    topics: fedTopics(answerTo(WRITE_EVENTS)),
  };
}

/** In one round trip, unless the audit chain is written: each link of it needs the one before. */
function run(
  pool: SqlPool,
  statements: readonly Statement[],
  commits: readonly StepCommit[],
): Promise<Answers> {
  const audit = commits.flatMap((commit) => commit.audit);
  if (audit.length === 0) return pool.batch("commit steps", statements);
  return pool.transaction("commit steps", async (sql) => {
    const answers = await sql.batch("commit steps", statements);
    await appendAudit(sql, audit);
    return answers;
  });
}
