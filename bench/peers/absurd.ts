/**
 * absurd on its own tables: one worker with as many tasks at a time as are asked for, polling at its default of four times a
 * second; it has no notification, so a workflow alone waits for the poll.
 *
 * Workflows wait in its queue before the clock starts, which spares it their insertion; the time of each is the server's, from
 * its claim to its end.
 *
 * Not promised here: order per key, a history of states, published events; compensation is the workflow's own code.
 */
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Absurd } from "absurd-sdk";
import pg from "pg";
import { runInLoops } from "../contenders/closed-loops.ts";
import type { OpenContender } from "../contenders/contender.ts";

const QUEUE = "bench";
const TASK = "fulfil";
const POLL_SECONDS = 0.25;
const CONNECTIONS_MAX = 10;
const SPAWN_AT_ONCE = 50;
const LOOK_MS = 25;
/** A worker does not know that only one will come. */
const AT_ONCE_ALONE = 50;
/** Shorter: a look is part of the time of a workflow alone. */
const LOOK_ALONE_MS = 2;

// A queue's runs are in a table of its name.
const RUNS = `absurd.r_${QUEUE}`;
const COUNT_ENDED = `SELECT count(*)::int AS ended FROM ${RUNS} WHERE state = 'completed'`;
const READ_TIMES = `
  SELECT (extract(epoch FROM completed_at - started_at) * 1000)::float AS ms FROM ${RUNS} WHERE state = 'completed'`;
const FIND_ENDED = `SELECT 1 FROM ${RUNS} WHERE run_id = $1 AND state = 'completed'`;

export const openContender: OpenContender = async ({ databaseUrl, absurdSql }) => {
  if (absurdSql === undefined) throw new Error("absurd needs the file that makes its tables");
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS_MAX });
  await pool.query(await readFile(absurdSql, "utf8"));
  const absurd = await openAbsurd(pool);
  let close = async () => {};
  const startWorker = async (concurrency: number) => {
    const worker = await absurd.startWorker({ concurrency, pollInterval: POLL_SECONDS });
    close = () => worker.close();
  };
  const spawn = (order: number) => absurd.spawn(TASK, { order }, { queue: QUEUE });
  return {
    async workflows(count, atOnce) {
      await runInLoops(count, SPAWN_AT_ONCE, async (order) => void (await spawn(order)));
      return async () => {
        await startWorker(atOnce);
        while ((await countEnded(pool)) < count) await sleep(LOOK_MS);
        const { rows } = await pool.query<{ ms: number }>(READ_TIMES);
        return rows.map(({ ms }) => ms);
      };
    },
    async alone() {
      await startWorker(AT_ONCE_ALONE);
      return async () => {
        const { runID } = await spawn(0);
        const isEnded = async () => (await pool.query(FIND_ENDED, [runID])).rowCount === 1;
        while (!(await isEnded())) await sleep(LOOK_ALONE_MS);
      };
    },
    async close() {
      await close();
      await pool.end();
    },
  };
};

async function openAbsurd(pool: pg.Pool): Promise<Absurd> {
  const log = { log() {}, info() {}, warn() {}, error: console.error };
  const absurd = new Absurd({ db: pool, queueName: QUEUE, log });
  await absurd.createQueue(QUEUE);
  absurd.registerTask<{ order: number }>({ name: TASK, queue: QUEUE }, async ({ order }, task) => {
    const reserved = await task.step("reserve", async () => ({ order }));
    const charged = await task.step("charge", async () => ({ order: reserved.order }));
    return task.step("ship", async () => ({ order: charged.order }));
  });
  return absurd;
}

async function countEnded(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ ended: number }>(COUNT_ENDED);
  return rows[0]?.ended ?? 0;
}
