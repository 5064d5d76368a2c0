/**
 * graphile-worker as fast as we know to set it: jobs fetched 500 at a time into its local queue and completed in batches, each
 * closed at the next turn of the event loop. Its defaults take one fetch and one completion a job and are a tenth as fast.
 *
 * Not promised here: order per key (jobs of one `queue_name` keep it, but a fetch then brings one job of each queue), kept messages
 * (a completed job's row is deleted), quick recovery (the jobs that a crashed worker had fetched stay locked for four hours).
 */
import { Logger, run, runMigrations } from "graphile-worker";
import pg from "pg";
import type { OpenContender } from "../contenders/contender.ts";
import { contenderOfQueue, type Message } from "../contenders/message-queue.ts";

const TASK = "take";
const CONCURRENCY = 16;
const LOCAL_QUEUE_SIZE = 500;
/** Before it asks again after a fetch that brought too little; short, since a drain ends with such a fetch. */
const REFETCH_MS = 10;
/** Completions of one turn of the event loop go together. */
const NEXT_TURN_MS = 0;

const ADD_JOBS = `
  SELECT graphile_worker.add_jobs(array_agg(
    json_populate_record(NULL::graphile_worker.job_spec, json_build_object('identifier', $1::text, 'payload', message))))
  FROM json_array_elements($2::json) message`;
const ADD_JOB = "SELECT graphile_worker.add_job($1, $2::json)";
const FIND_JOB = "SELECT 1 FROM graphile_worker._private_jobs LIMIT 1";

export const openContender: OpenContender = async ({ databaseUrl }) => {
  const logger = new Logger(() => () => {});
  const preset = {
    worker: {
      connectionString: databaseUrl,
      concurrentJobs: CONCURRENCY,
      maxPoolSize: CONCURRENCY + 1,
      localQueue: { size: LOCAL_QUEUE_SIZE, refetchDelay: { durationMs: REFETCH_MS } },
      completeJobBatchDelay: NEXT_TURN_MS,
      failJobBatchDelay: NEXT_TURN_MS,
    },
  };
  await runMigrations({ preset, logger });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  let stop = async () => {};
  return contenderOfQueue({
    async fill(messages) {
      await client.query(ADD_JOBS, [TASK, JSON.stringify(messages)]);
    },
    async send(message) {
      await client.query(ADD_JOB, [TASK, JSON.stringify(message)]);
    },
    async work(handler) {
      const take = async (payload: unknown) => handler(payload as Message);
      const taskList = { [TASK]: take };
      const runner = await run({ preset, logger, taskList, noHandleSignals: true });
      stop = () => runner.stop();
    },
    async isEmpty() {
      const { rowCount } = await client.query(FIND_JOB);
      return rowCount === 0;
    },
    async close() {
      await stop();
      await client.end();
    },
  });
};
