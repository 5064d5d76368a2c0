import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ReplayRefusedError } from "../../../operations/errors.ts";
import { countingSql } from "../../../testing/counting-sql.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { archiveLetters } from "../dead-letters/archive-letters.ts";
import { startReplayJob } from "../replay-jobs/start-job.ts";
import { fromPgPool } from "../sql.ts";
import { postgresRetentionStore } from "./postgres-retention-store.ts";

const DAY_MS = 86_400_000;
const POLICY = { operations: 30 * DAY_MS };
const OLD = 40;
const YOUNG = 3;

let database: TestDatabase;
const sql = () => fromPgPool(database.pool);
const run = (text: string, values: unknown[] = []) => database.pool.query(text, values);
const purge = (signal?: AbortSignal) => postgresRetentionStore(sql()).purge(POLICY, signal);
const idsOf = async (table: string) =>
  (await run(`SELECT id FROM sagascope.${table} ORDER BY id`)).rows.map(({ id }) => id);
const count = async (table: string) =>
  (await run(`SELECT count(*)::int AS n FROM sagascope.${table}`)).rows[0].n;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() =>
  run(`TRUNCATE sagascope.operator_command, sagascope.letter_selection, sagascope.letter_selection_item,
    sagascope.replay_job, sagascope.replay_item`),
);

/** A selection of so many letters, of one subject each. */
const putSelection = (id: string, { days = OLD, letters = 2, purpose = "replay" } = {}) =>
  run(
    `WITH made AS (
       INSERT INTO sagascope.letter_selection
         (id, project, filter, cut_off_at, letters, subjects, hash, left_out, created_by, created_at, purpose)
       VALUES ($1, 'shop', '{}', clock_timestamp(), $3, $3, 'seen', '{}', 'mara',
         clock_timestamp() - $2 * interval '1 day', $4) RETURNING no)
     INSERT INTO sagascope.letter_selection_item (selection_no, ordinal, letter_id, lane, turn)
     SELECT no, n, 'letter-' || n, n, 1 FROM made, generate_series(1, $3::int) n`,
    [id, days, letters, purpose],
  );

/** A job over the selection, with a command for each letter that ended long ago whatever became of the job. */
const putJob = (id: string, selectionId: string, state: string, { days = OLD, open = 0 } = {}) =>
  run(
    `WITH job AS (
       INSERT INTO sagascope.replay_job (id, selection_no, project, state, dry_run, force, actor, canary, canary_passed,
         parallel, pause_share, letters, open, finished_at)
       SELECT $1, no, project, $3, true, false, 'mara', 0, true, 1, 1, letters, $5,
         CASE WHEN $3 IN ('done', 'cancelled') THEN clock_timestamp() - $4 * interval '1 day' END
       FROM sagascope.letter_selection WHERE id = $2 RETURNING no, selection_no
     ), commands AS (
       INSERT INTO sagascope.operator_command
         (id, project, kind, target, parameters, dry_run, actor, status, requested_at, finished_at)
       SELECT $1 || '-' || ordinal, 'shop', 'replay', '{}', json_build_object('jobId', $1::text), true, 'mara', 'done', t.at, t.at
       FROM job JOIN sagascope.letter_selection_item USING (selection_no)
       CROSS JOIN (SELECT clock_timestamp() - interval '${OLD} days' AS at) t
     )
     INSERT INTO sagascope.replay_item (job_no, ordinal, letter_id, lane, turn, state, command_id)
     SELECT job.no, ordinal, letter_id, lane, turn, 'succeeded', $1 || '-' || ordinal
     FROM job JOIN sagascope.letter_selection_item USING (selection_no)`,
    [id, selectionId, state, days, open],
  );

const putCommand = (id: string, status: string, days?: number) =>
  run(
    `INSERT INTO sagascope.operator_command (id, project, kind, target, dry_run, actor, status, requested_at, finished_at)
     VALUES ($1, 'shop', 'replay', '{}', true, 'mara', $2, clock_timestamp() - interval '${OLD} days',
       clock_timestamp() - $3 * interval '1 day')`,
    [id, status, days ?? null],
  );

describe("retention of operations", () => {
  it("takes bulk jobs that ended with their letters and commands, and none that runs, is paused or has something under way", async () => {
    for (const [job, state, how] of [
      ["done", "done", {}],
      ["cancelled", "cancelled", {}],
      ["young", "done", { days: YOUNG }],
      ["running", "running", {}],
      ["paused", "paused", {}],
      ["ending", "cancelled", { open: 1 }],
    ] as const) {
      await putSelection(`of ${job}`);
      await putJob(job, `of ${job}`, state, how);
    }

    const foreseen = await postgresRetentionStore(sql()).preview(POLICY);
    const { purged } = await purge();

    expect(await idsOf("replay_job")).toEqual(["ending", "paused", "running", "young"]);
    expect(await idsOf("letter_selection")).toEqual(
      ["ending", "paused", "running", "young"].map((job) => `of ${job}`),
    );
    expect(await idsOf("operator_command")).toEqual(
      ["ending", "paused", "running", "young"].flatMap((job) => [`${job}-1`, `${job}-2`]),
    );
    expect(await count("replay_item")).toBe(8);
    expect(await count("letter_selection_item")).toBe(8);
    expect(purged.map(({ what, name, rows }) => [what, name, rows])).toEqual([
      ["operations", "replay_item", 4],
      ["operations", "replay_job", 2],
      ["operations", "letter_selection_item", 4],
      ["operations", "letter_selection", 2],
    ]);
    // Selections fall to nobody only once their jobs are gone.
    expect(foreseen.purged.map(({ name, rows }) => [name, rows])).toEqual([
      ["replay_item", 4],
      ["replay_job", 2],
    ]);
    expect((await purge()).purged).toEqual([]);
  });

  it("takes commands that ended, and selections that no job is kept of", async () => {
    await putCommand("over", "done", OLD);
    await putCommand("refused", "refused", OLD);
    await putCommand("young", "done", YOUNG);
    await putCommand("waiting", "waiting");
    await putCommand("under way", "running");
    await putSelection("over");
    await putSelection("young", { days: YOUNG });

    const { purged } = await purge();

    expect(await idsOf("operator_command")).toEqual(["under way", "waiting", "young"]);
    expect(await idsOf("letter_selection")).toEqual(["young"]);
    expect(purged.map(({ name, rows }) => [name, rows])).toEqual([
      ["letter_selection_item", 2],
      ["letter_selection", 1],
      ["operator_command", 2],
    ]);
  });

  it("leaves the audit as it is", async () => {
    await sql().transaction("audit", (tx) =>
      appendAudit(tx, [
        { actor: "mara", action: "replay", target: "job", outcome: "done", detail: {} },
      ]),
    );
    const before = (await run("SELECT * FROM sagascope.audit")).rows;
    await putCommand("over", "done", OLD);
    await purge();
    expect(await count("operator_command")).toBe(0);
    expect((await run("SELECT * FROM sagascope.audit")).rows).toEqual(before);
  });

  it("deletes in bites, whatever the size of a job", async () => {
    await putSelection("large", { letters: 4_500 });
    await putJob("large", "large", "done");
    const counting = countingSql(sql());
    await postgresRetentionStore(counting.sql).purge(POLICY);
    const bites = counting.take().map(([operation]) => operation);
    const bitesOf = (table: string) =>
      bites.filter((operation) => operation === `purge ${table}: a transaction`).length;
    expect(bitesOf("replay_item")).toBe(3);
    expect(bitesOf("letter_selection_item")).toBe(3);
    for (const table of ["replay_job", "letter_selection", "operator_command"]) {
      expect(await count(table)).toBe(0);
    }
  });

  it("lets nobody act on a selection of which a part is gone", async () => {
    await putSelection("large", { letters: 2_500 });
    await putSelection("archived", { letters: 2_500, purpose: "archive" });
    const stopping = new AbortController();
    const counting = countingSql(sql());
    const stopAfterABite = {
      ...counting.sql,
      transaction: async (
        operation: string,
        work: Parameters<typeof counting.sql.transaction>[1],
      ) => {
        const result = await counting.sql.transaction(operation, work);
        if (operation === "purge letter_selection_item") stopping.abort();
        return result;
      },
    } as typeof counting.sql;
    await postgresRetentionStore(stopAfterABite).purge(POLICY, stopping.signal);
    expect(await count("letter_selection_item")).toBe(3_000);

    const request = { selectionId: "large", hash: "seen", actor: "mara", dryRun: true };
    await expect(startReplayJob(sql(), request)).rejects.toThrow(ReplayRefusedError);
    await expect(
      archiveLetters(sql(), {
        ...{ kind: "archive", selectionId: "archived", hash: "seen", actor: "mara", dryRun: true },
      }),
    ).rejects.toThrow("preview it again");
    await purge();
    expect(await count("letter_selection")).toBe(0);
  });

  it("leaves a selection whose job begins meanwhile, and the job has all of its letters", async () => {
    await putSelection("raced", { letters: 50 });
    for (let round = 0; round < 20; round += 1) {
      const starting = startReplayJob(sql(), {
        ...{ selectionId: "raced", hash: "seen", actor: "mara", dryRun: true },
      }).catch((error: unknown) => error);
      await Promise.all([starting, purge()]);
      const { rows } = await run(
        `SELECT j.letters, count(i.*)::int AS items FROM sagascope.replay_job j
         LEFT JOIN sagascope.replay_item i ON i.job_no = j.no GROUP BY j.no, j.letters`,
      );
      for (const { letters, items } of rows) expect(items).toBe(letters);
      const outcome = await starting;
      if (rows.length === 0) expect(outcome).toBeInstanceOf(ReplayRefusedError);
      await run("TRUNCATE sagascope.letter_selection CASCADE");
      await putSelection("raced", { letters: 50 });
    }
  });
});
