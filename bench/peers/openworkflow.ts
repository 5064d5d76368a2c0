/**
 * openworkflow on Postgres: one worker with as many workflows at a time as are asked for, and its own pool of 10 connections.
 * It polls, less often the longer it finds nothing, so a workflow alone waits for the poll.
 *
 * Workflows wait in its table before the clock starts, which spares it their insertion; the time of each is the server's, from
 * its claim to its end.
 *
 * Not promised here: order per key, a history of states, published events; compensation is the workflow's own code.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { OpenWorkflow } from "openworkflow";
import { BackendPostgres } from "openworkflow/postgres";
import pg from "pg";
import { runInLoops } from "../contenders/closed-loops.ts";
import type { OpenContender } from "../contenders/contender.ts";

const START_AT_ONCE = 50;
const LOOK_MS = 25;
/** A worker does not know that only one will come. */
const AT_ONCE_ALONE = 50;
/** Shorter: a look is part of the time of a workflow alone. */
const LOOK_ALONE_MS = 2;

const RUNS = "openworkflow.workflow_runs";
const COUNT_ENDED = `SELECT count(*)::int AS ended FROM ${RUNS} WHERE status = 'completed'`;
const READ_TIMES = `
  SELECT (extract(epoch FROM finished_at - started_at) * 1000)::float AS ms FROM ${RUNS} WHERE status = 'completed'`;
const FIND_ENDED = `SELECT 1 FROM ${RUNS} WHERE id = $1 AND status = 'completed'`;

export const openContender: OpenContender = async ({ databaseUrl }) => {
  const backend = await BackendPostgres.connect(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const system = new OpenWorkflow({ backend });
  const workflow = defineFulfil(system);
  let stop = async () => {};
  const startWorker = async (concurrency: number) => {
    const worker = system.newWorker({ concurrency });
    await worker.start();
    stop = () => worker.stop();
  };
  return {
    async workflows(count, atOnce) {
      await runInLoops(count, START_AT_ONCE, async (order) => void (await workflow.run({ order })));
      return async () => {
        await startWorker(atOnce);
        while ((await countEnded(client)) < count) await sleep(LOOK_MS);
        const { rows } = await client.query<{ ms: number }>(READ_TIMES);
        return rows.map(({ ms }) => ms);
      };
    },
    async alone() {
      await startWorker(AT_ONCE_ALONE);
      return async () => {
        const { workflowRun } = await workflow.run({ order: 0 });
        const isEnded = async () =>
          (await client.query(FIND_ENDED, [workflowRun.id])).rowCount === 1;
        while (!(await isEnded())) await sleep(LOOK_ALONE_MS);
      };
    },
    async close() {
      await stop();
      await backend.stop();
      await client.end();
    },
  };
};

function defineFulfil(system: OpenWorkflow) {
  return system.defineWorkflow<{ order: number }, { order: number }, undefined>(
    { name: "fulfil" },
    async ({ input, step }) => {
      const reserved = await step.run({ name: "reserve" }, async () => ({ order: input.order }));
      const charged = await step.run({ name: "charge" }, async () => ({ order: reserved.order }));
      return step.run({ name: "ship" }, async () => ({ order: charged.order }));
    },
  );
}

async function countEnded(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ ended: number }>(COUNT_ENDED);
  return rows[0]?.ended ?? 0;
}
