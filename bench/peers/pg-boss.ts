/**
 * pg-boss as fast as we know to set it: two fetchers of 500 jobs each, which fetch again at once after a full batch, and
 * LISTEN/NOTIFY instead of its poll, so that an idle queue answers in milliseconds instead of half a second.
 *
 * Not promised here: order per key (a queue of policy `key_strict_fifo` keeps it, with one job of a key in hand at a time); an
 * outcome of each job's own (the handler takes a batch, which succeeds or fails as one). Completed jobs are kept for some days.
 */
import pg from "pg";
import { PgBoss } from "pg-boss";
import type { OpenContender } from "../contenders/contender.ts";
import { contenderOfQueue, type Message } from "../contenders/message-queue.ts";

const QUEUE = "take";
const BATCH_SIZE = 500;
const FETCHERS = 2;
/** One for each fetcher, two for its own upkeep. */
const CONNECTIONS_MAX = 4;
/** The least it allows; it only matters when a notification is lost. */
const POLL_SECONDS = 0.5;

const FIND_OPEN = "SELECT 1 FROM pgboss.job WHERE name = $1 AND state < 'completed' LIMIT 1";

export const openContender: OpenContender = async ({ databaseUrl }) => {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: CONNECTIONS_MAX,
    schedule: false,
    useListenNotify: true,
  });
  boss.on("error", console.error);
  await boss.start();
  await boss.createQueue(QUEUE, { notify: true });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return contenderOfQueue({
    async fill(messages) {
      await boss.insert(
        QUEUE,
        messages.map((data) => ({ data })),
      );
    },
    async send(message) {
      await boss.send(QUEUE, message);
    },
    async work(handler) {
      const options = {
        batchSize: BATCH_SIZE,
        localConcurrency: FETCHERS,
        pollingIntervalSeconds: POLL_SECONDS,
        burstWhenBatchFull: true,
      };
      await boss.work<Message>(QUEUE, options, async (jobs) => {
        for (const { data } of jobs) handler(data);
      });
    },
    async isEmpty() {
      const { rowCount } = await client.query(FIND_OPEN, [QUEUE]);
      return rowCount === 0;
    },
    async close() {
      await boss.stop({ graceful: false });
      await client.end();
    },
  });
};
