import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemTimers, type Timers } from "../kernel/clock.ts";
import { silentLogger } from "../kernel/logger.ts";
import type { FeedDefinition, FeedRecord } from "../projects/feed.ts";
import { postgresFeedStores } from "../stores/postgres/feeds/postgres-feed-stores.ts";
import { registerProject } from "../stores/postgres/projects/register-project.ts";
import { fromPgPool } from "../stores/postgres/sql.ts";
import { feedProject } from "../testing/feed-contract-stores.ts";
import { judgeRace, raceProducers } from "../testing/slow-producers.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { eventually } from "../testing/test-engine.ts";
import { createFeedRunner, type FeedRunner } from "./feed-runner.ts";

const RACE = { producers: 6, transactionsEach: 60, subjects: 20 };
const BATCH = 10;
const STOP_MS = 5_000;
const TIMINGS = { batchSize: BATCH, pollMs: 20, retryMinMs: 10, retryMaxMs: 50 };
/** Short, so that a test does not wait long for a leader that is gone. */
const SHORT_LEASE = { leaseMs: 600 };

let database: TestDatabase;
let pool: pg.Pool;
const runners: FeedRunner[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = database.openPool(20);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await pool.query(`
    TRUNCATE sagascope.feed, sagascope.feed_cursor, sagascope.feed_stream, sagascope.feed_pending,
             sagascope.feed_position, sagascope.event`);
});

/** What came out at the far side, in the order it came. */
interface FarSide {
  readonly seen: { readonly id: string; readonly subject: string; readonly n: number }[];
  take(batch: readonly FeedRecord[]): void;
}

function farSide(): FarSide {
  const seen: FarSide["seen"] = [];
  return {
    seen,
    take: (batch) => {
      for (const { id, subject, envelope } of batch) {
        seen.push({ id, subject, n: JSON.parse(envelope).data.n });
      }
    },
  };
}

/** One worker's feed, as its own process would run it. */
async function makeRunner(
  workerId: string,
  fields: Partial<FeedDefinition>,
  timers: Timers = systemTimers,
): Promise<FeedRunner> {
  const project = feedProject({ name: "race", ...TIMINGS, ...fields });
  await registerProject(fromPgPool(pool), project);
  return createFeedRunner({
    project,
    stores: postgresFeedStores(fromPgPool(pool), {
      ...{ project: project.name, workerId, workerLeaseMs: 10_000 },
    }),
    keys: undefined,
    logger: silentLogger,
    timers,
  });
}

async function startRunner(fields: Partial<FeedDefinition>): Promise<void> {
  const runner = await makeRunner(`w-${runners.length}`, fields);
  runners.push(runner);
  await runner.start();
}

/** A worker that dies in the middle of its second batch: taken, not noted, and nothing is heard of it again. */
async function startMortal(name: string, far: FarSide, onDeath: () => void): Promise<void> {
  let batches = 0;
  let isDead = false;
  const sink = async (batch: readonly FeedRecord[]) => {
    batches += 1;
    far.take(batch);
    if (batches < 2) return;
    isDead = true;
    onDeath();
    await new Promise(() => undefined);
  };
  const timers: Timers = {
    after: (delayMs, run) => systemTimers.after(delayMs, () => (isDead ? undefined : run())),
  };
  await (await makeRunner(name, { ...SHORT_LEASE, sink }, timers)).start();
}

/** How often somebody became the leader. */
async function leaderships(): Promise<number> {
  const { rows } = await pool.query("SELECT sum(token)::int AS sum FROM sagascope.feed_cursor");
  return rows[0].sum;
}

async function stopAll(): Promise<void> {
  await Promise.all(runners.splice(0).map((runner) => runner.stop(STOP_MS)));
}

/** Wait until every event was numbered and handed on, or left out. */
async function untilDone(): Promise<void> {
  await eventually("the feed to be at the end", async () => {
    const { rows } = await pool.query(`
      SELECT (SELECT count(*) FROM sagascope.feed_pending)
           + (SELECT last_position FROM sagascope.feed_stream) * count(*) - sum(coalesce(position, 0)) AS open
      FROM sagascope.feed_cursor`);
    return rows[0].open === "0";
  });
}

describe("a feed of several workers", () => {
  it("hands everything on once and in order while producers are slow and roll back [ORD-13][OPS-11]", async () => {
    const far = farSide();
    const sink = async (batch: readonly FeedRecord[]) => far.take(batch);
    for (let workers = 0; workers < 3; workers += 1) await startRunner({ sink });
    const { committed } = await raceProducers({ ...RACE, pool, topic: "events" });
    await untilDone();
    await stopAll();

    expect(far.seen).toHaveLength(committed);
    expect(await judgeRace(pool, "events", far.seen)).toEqual({
      ...{ lost: 0, doubled: 0, outOfOrder: 0 },
    });
  });

  it("hands everything on in order from several partitions at once [LIM-18]", async () => {
    const far = farSide();
    const sink = async (batch: readonly FeedRecord[]) => far.take(batch);
    for (let workers = 0; workers < 3; workers += 1) await startRunner({ sink, partitions: 4 });
    const { committed } = await raceProducers({ ...RACE, pool, topic: "events" });
    await untilDone();
    await stopAll();

    expect(far.seen).toHaveLength(committed);
    expect(await judgeRace(pool, "events", far.seen)).toEqual({
      ...{ lost: 0, doubled: 0, outOfOrder: 0 },
    });
  });

  it("loses nothing and keeps order when leaders die with a batch taken and not noted, which alone comes twice [RLY-25][LEA-18][LEA-19]", async () => {
    const far = farSide();
    const mortals = 3;
    let deaths = 0;
    for (let workers = 0; workers < mortals; workers += 1) {
      await startMortal(`mortal-${workers}`, far, () => {
        deaths += 1;
      });
    }
    const { committed } = await raceProducers({ ...RACE, pool, topic: "events" });
    await eventually("all mortals to die", async () => deaths === mortals);
    await startRunner({ ...SHORT_LEASE, sink: async (batch) => far.take(batch) });
    await untilDone();
    await stopAll();

    const verdict = await judgeRace(pool, "events", far.seen);
    expect(verdict).toMatchObject({ lost: 0, outOfOrder: 0 });
    expect(verdict.doubled).toBeGreaterThan(0);
    expect(verdict.doubled).toBeLessThanOrEqual((await leaderships()) * BATCH);
    expect(far.seen).toHaveLength(committed + verdict.doubled);
  });

  it("takes nothing back when a leader wakes up that was replaced while its sink slept [LEA-17]", async () => {
    const far = farSide();
    let wake: (() => void) | undefined;
    let slept = false;
    const sleepy = async (batch: readonly FeedRecord[]) => {
      far.take(batch);
      if (slept) return;
      slept = true;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    };
    await raceProducers({ ...RACE, pool, topic: "events", transactionsEach: 10 });
    const fields = { ...SHORT_LEASE, sink: sleepy };
    // A process whose timers do not run, as one that is stopped: it notices neither time-out nor lease.
    const first = await makeRunner("sleeper", fields, { after: () => () => undefined });
    const asleep = first.runOnce();
    await eventually("the first leader to fall asleep", async () => slept);

    const second = await makeRunner("second", fields);
    await eventually("the second to take over and finish", async () => {
      const [run] = await second.runOnce();
      return run?.kind === "ran" && run.result.outcome === "completed";
    });
    const { rows: before } = await pool.query("SELECT position FROM sagascope.feed_cursor");
    wake?.();

    expect(await asleep).toMatchObject([{ kind: "ran", result: { outcome: "lease_lost" } }]);
    const { rows: after } = await pool.query("SELECT position FROM sagascope.feed_cursor");
    expect(after).toEqual(before);
    const verdict = await judgeRace(pool, "events", far.seen);
    expect(verdict).toMatchObject({ lost: 0, outOfOrder: 0 });
    expect(verdict.doubled).toBeGreaterThanOrEqual(BATCH);
    expect(verdict.doubled).toBeLessThanOrEqual((await leaderships()) * BATCH);
  });
});
