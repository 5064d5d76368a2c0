import { eventually, type SubjectStory, subjectStories } from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CrashScene, openCrashScene } from "./testing/crash-scene.ts";
import { killAtRandom } from "./testing/kill-at-random.ts";

const SAGAS = 320;
/** Sagas that run at once. */
const OPEN_MAX = 40;
const WORKERS = 4;
const KILLS = 10;
const SEED = 20_261_130;
/** Half a minute on two idle cores; a busy machine takes a multiple. */
const TIMEOUT_MS = 600_000;

/** Six of ten go well, the others fail at each of the three steps. */
const FATES = [
  ...["shippable", "shippable", "unshippable", "shippable", "unpayable"],
  ...["shippable", "unshippable", "shippable", "unreservable", "shippable"],
];
const CALLS: Readonly<Record<string, readonly string[]>> = {
  shippable: ["reserve", "charge", "ship"],
  unshippable: ["reserve", "charge", "ship", "refund", "release"],
  unpayable: ["reserve", "charge", "release"],
  unreservable: ["reserve"],
};

let scene: CrashScene;
beforeAll(async () => {
  scene = await openCrashScene();
});
afterAll(() => scene.end());

const fateOf = (saga: number) => FATES[saga % FATES.length] ?? "";
const subjectsOf = (run: string) =>
  Array.from({ length: SAGAS }, (_saga, at) => `${run}-${at}-${fateOf(at)}`);

/** Start all, a few at a time, and wait for their ends: a kill meets sagas at every step. */
async function run(name: string, subjects: readonly string[]): Promise<void> {
  for (let at = 0; at < subjects.length; at += OPEN_MAX / 2) {
    const next = subjects.slice(at, at + OPEN_MAX / 2);
    await Promise.all(next.map((subject) => scene.send("xsm.fulfil.START", subject)));
    await eventually(
      `all but ${OPEN_MAX / 2} of ${name} to end`,
      async () => (await endedOf(name)) >= at,
      TIMEOUT_MS,
    );
  }
  await scene.drained(TIMEOUT_MS);
}

async function endedOf(name: string): Promise<number> {
  const [row] = await scene.rows<{ n: number }>(
    "SELECT count(*)::int AS n FROM sagascope.instance WHERE subject LIKE $1 AND status = 'done'",
    [`${name}-%`],
  );
  return row?.n ?? 0;
}

/** How often a call was tried tells of the kills, and that a kill met one that was tried alone; nothing else may. */
const withoutTries = ({ calls, ...story }: SubjectStory) => ({
  ...story,
  calls: calls.map(({ attempts: _attempts, errors, ...call }) => ({
    ...call,
    errors: ((errors ?? []) as readonly string[][])
      .filter(([name]) => name !== "WorkerDied")
      .map(([name, message]) => [name, message]),
  })),
});

/** Rows of a run in each table that must neither lose nor double one. */
async function countsOf(run: string) {
  const [counts] = await scene.rows(
    `SELECT (SELECT count(*)::int FROM sagascope.event WHERE subject LIKE $1) AS events,
            (SELECT count(*)::int FROM sagascope.inbox WHERE scope LIKE '%/' || $1) AS receipts,
            (SELECT count(*)::int FROM sagascope.history WHERE subject LIKE $1) AS steps,
            (SELECT count(*)::int FROM sagascope.effect WHERE subject LIKE $1) AS calls,
            (SELECT count(*)::int FROM sagascope.dead_letter WHERE subject LIKE $1) AS letters`,
    [`${run}-%`],
  );
  return counts;
}

/** What was counted as it was done, by hours and in all, and the same told by the rows that it left. */
async function countedAndDone() {
  const counted = await scene.rows(
    ["hour", "total"].map((grain) => COUNTED.replace("$grain", grain)).join(" UNION ALL "),
  );
  const [done] = await scene.rows(DONE);
  return { counted, done };
}

const COLUMNS = [
  ...["started", "completed", "compensated", "steps", "published", "consumed", "calls"],
  "dead_lettered",
];
const COUNTED = `
  SELECT ${COLUMNS.map((column) => `sum(${column})::int AS ${column}`).join(", ")} FROM (
    SELECT ${COLUMNS} FROM sagascope.work_count WHERE grain = '$grain'
    UNION ALL SELECT ${COLUMNS} FROM sagascope.work_entry) AS c`;
/** Each of the sagas was started by one envelope, and what they publish nobody consumes. */
const DONE = `
  SELECT (SELECT count(*) FROM sagascope.instance)::int AS started,
         (SELECT count(*) FROM sagascope.instance WHERE phase = 'completed')::int AS completed,
         (SELECT count(*) FROM sagascope.instance WHERE phase = 'compensated')::int AS compensated,
         (SELECT count(*) FROM sagascope.history)::int AS steps,
         (SELECT count(*) FROM sagascope.event WHERE direction = 'published' AND machine_id IS NOT NULL)::int AS published,
         (SELECT count(*) FROM sagascope.inbox)::int AS consumed,
         (SELECT count(*) FROM sagascope.effect)::int AS calls,
         (SELECT count(*) FROM sagascope.dead_letter)::int AS dead_lettered`;

describe("workers that are killed at random moments, each replaced by another", () => {
  it(
    "leave what an undisturbed run leaves, and call each service at least once, under one key [SAG-25][SAG-30][TRB-26]",
    async () => {
      const workers = await Promise.all(Array.from({ length: WORKERS }, () => scene.startWorker()));
      const calm = subjectsOf("calm");
      await run("calm", calm);
      const calmCalls = scene.services.calls.length;

      const kills = killAtRandom({ scene, workers, count: KILLS, seed: SEED, calls: calmCalls });
      const killed = subjectsOf("killed");
      await run("killed", killed);
      await kills.done;

      expect(await countsOf("calm")).toMatchObject({ receipts: SAGAS, letters: 0 });
      expect(await countsOf("killed")).toEqual(await countsOf("calm"));
      const { counted, done } = await countedAndDone();
      expect(counted).toEqual([done, done]);
      const { pool } = scene.database;
      const undisturbed = (await subjectStories(pool, calm)).map(withoutTries);
      const stories = (await subjectStories(pool, killed)).map(withoutTries);
      for (const [at, story] of stories.entries())
        expect(story, killed[at]).toEqual(undisturbed[at]);

      for (const [at, subject] of killed.entries()) {
        const calls = scene.services.calls.filter((call) => call.subject === subject);
        const keys = new Map(calls.map(({ service, idempotencyKey }) => [idempotencyKey, service]));
        expect([...keys.values()], subject).toEqual(CALLS[fateOf(at)]);
        expect(new Set(keys.values()).size, subject).toBe(keys.size);
      }
      // A kill repeats at most the calls that were under way.
      expect(scene.services.calls.length - 2 * calmCalls).toBeLessThanOrEqual(KILLS * OPEN_MAX);
      const takers = await scene.rows(
        "SELECT DISTINCT worker_id FROM sagascope.history WHERE subject LIKE 'killed-%'",
      );
      expect(takers.length).toBeGreaterThan(WORKERS);
    },
    TIMEOUT_MS,
  );
});
