import {
  findReplayJob,
  freezeSelection,
  fromPgPool,
  startReplayJob,
} from "@sagascope/core/postgres";
import { eventually, publish } from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CrashScene, openCrashScene } from "./testing/crash-scene.ts";

const SUBJECTS = 24;
const LETTERS_EACH = 5;
const LETTERS = SUBJECTS * LETTERS_EACH;
const KILLS = 2;

/** Letters as they are captured where nothing is redacted and no seal key is set; every one of them goes through. */
const WRITE_LETTERS = `
  INSERT INTO sagascope.dead_letter (id, project, consumer, work_key, source, reason, machine_id, subject, topic,
    event_type, envelope_id, attempts, errors, fingerprint, cause_title, envelope, captured_at)
  SELECT 'letter-' || s || '-' || n, 'crash', 'ledger', 'envelope:e-' || s || '-' || n, 'envelope', 'max_attempts',
    'ledger', 'ledger-' || s, 'commands', 'entry', 'e-' || s || '-' || n, 5, '[]', 'f', 'no ledger',
    json_build_object('specversion', '1.0', 'id', 'e-' || s || '-' || n, 'type', 'entry', 'source', '/test',
      'subject', 'ledger-' || s, 'data', json_build_object('n', n)),
    clock_timestamp() - interval '1 hour' + n * interval '1 minute'
  FROM generate_series(1, $1::int) s, generate_series(1, $2::int) n`;

/** A command of a worker that is gone is taken up once its lease is over: nobody waits for that here. */
const END_LEASES = `
  UPDATE sagascope.operator_command SET claimed_until = clock_timestamp() - interval '1 second'
  WHERE id IN (SELECT id FROM sagascope.operator_command WHERE status = 'running' FOR UPDATE SKIP LOCKED)`; // waits for no worker

let scene: CrashScene;

beforeAll(async () => {
  scene = await openCrashScene();
  await scene.rows(WRITE_LETTERS, [SUBJECTS, LETTERS_EACH]);
});
afterAll(() => scene.end());

const resolved = async (subject = "%") => {
  const [row] = await scene.rows<{ n: string }>(
    "SELECT count(*) AS n FROM sagascope.dead_letter WHERE resolution = 'replayed' AND subject LIKE $1",
    [subject],
  );
  return Number(row?.n);
};

describe("a worker killed in the middle of a bulk replay", () => {
  it("leaves the rest to the next, which repeats nothing and keeps every subject's order", async () => {
    const sql = fromPgPool(scene.database.pool);
    const { id: selectionId, hash } = await freezeSelection(sql, {
      project: "crash",
      filter: {},
      actor: "mara",
    });
    const real = { dryRun: false, force: true, reason: "mended", actor: "mara", parallel: 20 };
    const job = await startReplayJob(sql, { selectionId, hash, ...real });
    for (let kills = 0; kills < KILLS; kills += 1) {
      const worker = await scene.startWorker();
      const enough = ((kills + 1) * LETTERS) / (KILLS + 2);
      await eventually("some letters to be replayed", async () => (await resolved()) >= enough);
      await worker.kill();
      await scene.rows(END_LEASES);
    }
    expect(await resolved()).toBeLessThan(LETTERS);
    await scene.startWorker();
    const done = await eventually("the job to end", async () => {
      await scene.rows(END_LEASES);
      const found = await findReplayJob(sql, job);
      return found?.state === "done" && found;
    });

    expect(done).toMatchObject({ letters: LETTERS, failed: 0, held: 0, skipped: 0 });
    expect(await resolved()).toBe(LETTERS);
    const ledgers = await scene.rows<{ entries: number[]; revision: number }>(
      "SELECT snapshot -> 'context' -> 'entries' AS entries, revision FROM sagascope.instance WHERE machine_id = 'ledger'",
    );
    const expected = { entries: [1, 2, 3, 4, 5], revision: LETTERS_EACH };
    expect(ledgers).toEqual(Array.from({ length: SUBJECTS }, () => expected));
    const audit = await scene.rows<{ n: string }>(
      "SELECT count(*) AS n FROM sagascope.audit WHERE detail ->> 'jobId' = $1 AND outcome = 'processed'",
      [job],
    );
    expect(Number(audit[0]?.n)).toBe(LETTERS);
  });

  it("leaves letters of a relay to the next, which hands on each of them, and twice only what was in hand", async () => {
    const sql = fromPgPool(scene.database.pool);
    const inHand = 4;
    scene.services.onCall = ({ service }) => (service === "tell" ? "fails" : undefined);
    const refusing = await scene.startWorker();
    const ids: string[] = [];
    for (let at = 0; at < LETTERS; at += 1) {
      const { id } = await publish(
        scene.database.pool,
        "told",
        "news",
        `told-${at % SUBJECTS}`,
        {},
      );
      ids.push(id);
    }
    await eventually("all letters", async () => {
      const rows = await scene.rows("SELECT FROM sagascope.dead_letter WHERE source = 'relay'");
      return rows.length === LETTERS;
    });
    await refusing.kill();
    const told = () => scene.services.calls.filter(({ service }) => service === "tell");
    const before = told().length;
    scene.services.onCall = () => new Promise((resolve) => setTimeout(resolve, 5));

    const filter = { subject: "told-" };
    const frozen = await freezeSelection(sql, { project: "crash", filter, actor: "mara" });
    expect(frozen).toMatchObject({ letters: LETTERS, leftOut: {} });
    const real = { dryRun: false, reason: "it listens again", actor: "mara", parallel: inHand };
    const job = await startReplayJob(sql, { selectionId: frozen.id, hash: frozen.hash, ...real });
    const worker = await scene.startWorker();
    await eventually("some to be handed on", async () => (await resolved("told-%")) >= LETTERS / 3);
    await worker.kill();
    expect(await resolved("told-%")).toBeLessThan(LETTERS);
    await scene.startWorker();
    const done = await eventually("the job to end", async () => {
      await scene.rows(END_LEASES);
      const found = await findReplayJob(sql, job);
      return found?.state === "done" && found;
    });

    expect(done).toMatchObject({ letters: LETTERS, failed: 0, held: 0 });
    expect(await resolved("told-%")).toBe(LETTERS);
    const handedOn = told()
      .slice(before)
      .map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(handedOn)).toEqual(new Set(ids));
    expect(handedOn.length - LETTERS).toBeLessThanOrEqual(inHand);
  });
});
