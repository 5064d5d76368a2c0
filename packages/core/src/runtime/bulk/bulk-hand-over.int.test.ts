import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineProject, type Project } from "../../projects/define-project.ts";
import { requestCommand } from "../../stores/postgres/operations/request-command.ts";
import { freezeSelection } from "../../stores/postgres/replay-jobs/freeze-selection.ts";
import { startReplayJob } from "../../stores/postgres/replay-jobs/start-job.ts";
import { fromPgPool, type SqlPool } from "../../stores/postgres/sql.ts";
import { replayJobEnd } from "../../testing/replay-job-end.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { eventually, publish, startTestEngine } from "../../testing/test-engine.ts";
import type { Engine } from "../engine.ts";

const SUBJECTS = 6;
const EVENTS_EACH = 2;
/** Each event is given up by the relay and by the feed. */
const LETTERS = SUBJECTS * EVENTS_EACH * 2;

let isRefusing = true;
const taken: string[] = [];

function take(side: string, ids: readonly string[]): void {
  if (isRefusing) throw new Error("schema 17 is not known here");
  taken.push(...ids.map((id) => `${side} ${id}`));
}

const project: Project = defineProject({
  name: "shop",
  topics: [{ name: "events", onUnknown: "ignore" }],
  ...{ machines: [], routes: [] },
  relays: [
    {
      ...{ name: "to-broker", topic: "events", attemptsMax: 1 },
      publish: async ({ envelope }) => take("relay", [JSON.parse(envelope).id]),
    },
  ],
  feeds: [
    {
      ...{ name: "elsewhere", topic: "events", retryMinMs: 10, retryMaxMs: 10 },
      onPoison: { kind: "dead_letter", afterFailures: 1 },
      sink: async (batch) =>
        take(
          "feed",
          batch.map(({ id }) => id),
        ),
    },
  ],
});

let database: TestDatabase;
let sql: SqlPool;
let engines: readonly Engine[];

beforeAll(async () => {
  database = await createTestDatabase();
  sql = fromPgPool(database.pool);
  engines = [await startTestEngine(database, project), await startTestEngine(database, project)];
});
afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.stop()));
  await database.drop();
});

const rows = async <Row>(text: string, ...values: unknown[]) =>
  (await database.pool.query(text, values)).rows as Row[];

/** The ids of events that relay and feed gave up, all of them. */
async function giveUp(prefix: string): Promise<readonly string[]> {
  isRefusing = true;
  taken.length = 0;
  const ids: string[] = [];
  for (let n = 0; n < EVENTS_EACH; n += 1) {
    for (let at = 0; at < SUBJECTS; at += 1) {
      const { id } = await publish(database.pool, "events", "placed", `${prefix}${at}`, { n });
      ids.push(id);
    }
  }
  await eventually("all letters", async () => {
    const found = await rows("SELECT FROM sagascope.dead_letter WHERE envelope_id = ANY ($1)", ids);
    return found.length === LETTERS;
  });
  return ids;
}

async function start(subject: string, settings: object = {}): Promise<string> {
  const request = { project: "shop", filter: { subject }, actor: "mara" };
  const { id: selectionId, hash, letters, leftOut } = await freezeSelection(sql, request);
  expect({ letters, leftOut }).toEqual({ letters: LETTERS, leftOut: {} });
  const real = { dryRun: false, reason: "the schema is there now", actor: "mara" };
  return startReplayJob(sql, { selectionId, hash, ...real, ...settings });
}

const ended = (id: string) => replayJobEnd(sql, id);

const everyOne = (ids: readonly string[]) =>
  ids.flatMap((id) => [`feed ${id}`, `relay ${id}`]).sort();

describe("a bulk replay of letters of relays and feeds", () => {
  it("hands each on once with two workers on it, after a rehearsal that hands nothing on", async () => {
    const ids = await giveUp("both-");
    isRefusing = false;
    const dry = await ended(await start("both-", { dryRun: true }));
    expect(dry).toMatchObject({ succeeded: LETTERS, outcomes: { processed: LETTERS } });
    expect(taken).toEqual([]);

    const job = await start("both-");
    expect(await ended(job)).toMatchObject({ state: "done", outcomes: { processed: LETTERS } });

    expect([...taken].sort()).toEqual(everyOne(ids));
    const audit = await rows(
      "SELECT FROM sagascope.audit WHERE detail ->> 'jobId' = $1 AND outcome = 'processed'",
      job,
    );
    expect(audit).toHaveLength(LETTERS);
  });

  it("pauses by itself while the other side refuses, and leaves the letters open", async () => {
    await giveUp("still-");
    const paused = await ended(await start("still-"));
    expect(paused).toMatchObject({ state: "paused", succeeded: 0, failed: 5 });
    expect(taken).toEqual([]);
    const open = await rows(
      "SELECT FROM sagascope.dead_letter WHERE subject LIKE 'still-%' AND resolved_at IS NULL",
    );
    expect(open).toHaveLength(LETTERS);
  });

  it("does not hand on, even forced, what somebody replayed meanwhile", async () => {
    const ids = await giveUp("race-");
    isRefusing = false;
    const letters = await rows<{ id: string }>(
      "SELECT id FROM sagascope.dead_letter WHERE subject LIKE 'race-%'",
    );
    const one = (letterId: string) =>
      requestCommand(sql, {
        ...{ project: "shop", kind: "replay", target: { letterId }, dryRun: false },
        ...{ reason: "everybody presses the button", actor: "ada" },
      });
    const [job] = await Promise.all([
      start("race-", { force: true, canary: 0, pauseShare: 1 }),
      ...letters.map(({ id }) => one(id)),
    ]);
    await ended(job);
    await eventually("all letters to be dealt with", async () => {
      const open = await rows(
        "SELECT FROM sagascope.dead_letter WHERE subject LIKE 'race-%' AND resolved_at IS NULL",
      );
      return open.length === 0;
    });
    expect([...taken].sort()).toEqual(everyOne(ids));
  });
});
