import { moveFeedCursor } from "../stores/postgres/feeds/move-feed-cursor.ts";
import { postgresFeedStores } from "../stores/postgres/feeds/postgres-feed-stores.ts";
import { publishEvents } from "../stores/postgres/outbox/publish-events.ts";
import { registerProject } from "../stores/postgres/projects/register-project.ts";
import { fromPg, fromPgPool } from "../stores/postgres/sql.ts";
import { postgresWorkerStore } from "../stores/postgres/workers/postgres-worker-store.ts";
import type { FeedContractOptions } from "./feed-contract-stores.ts";
import { postgresInspection } from "./postgres-inspection.ts";
import { createTestDatabase } from "./test-database.ts";

const LEASE_MS = 10_000;

const EMPTY = `
  BEGIN;
  SET LOCAL session_replication_role = replica;
  TRUNCATE sagascope.feed_cursor, sagascope.feed, sagascope.feed_stream, sagascope.feed_pending, sagascope.feed_position,
    sagascope.event, sagascope.dead_letter, sagascope.dead_letter_occurrence, sagascope.worker, sagascope.audit;
  COMMIT`;

/** Stores over one database for the contract in a test file, emptied for each test. */
export async function openPostgresFeedContract(): Promise<
  FeedContractOptions & { close(): Promise<void> }
> {
  const database = await createTestDatabase();
  const { pool } = database;
  const sql = fromPgPool(pool);
  const settings = (workerId: string) => ({ project: "contract", workerId });
  return {
    async makeStores() {
      await pool.query(EMPTY);
      const inspect = postgresInspection(pool);
      return {
        storesOf: (workerId) =>
          postgresFeedStores(sql, {
            ...{ ...settings(workerId), workerLeaseMs: LEASE_MS },
            patienceMs: 0, // whatever goes on in other databases of the server
          }),
        register: async (project) => void (await registerProject(sql, project)),
        publish: async (topic, ...envelopes) => {
          for (const envelope of envelopes) {
            const publication = { topic, envelopes: [envelope], direction: "received" as const };
            await publishEvents(fromPg(pool), publication);
          }
        },
        move: async (operation) => void (await moveFeedCursor(sql, operation)),
        join: (workerId) =>
          postgresWorkerStore(sql, { ...settings(workerId), leaseMs: LEASE_MS }).register({
            ...{ host: "h", pid: 1, version: "1", machines: [] },
          }),
        letters: inspect.letters,
        audit: inspect.audit,
        passTime: async (ms) => {
          const past = "$1 * interval '1 ms'";
          await pool.query(
            `UPDATE sagascope.feed_cursor SET leased_until = leased_until - ${past}`,
            [ms],
          );
        },
        close: async () => undefined,
      };
    },
    close: () => database.drop(),
  };
}
