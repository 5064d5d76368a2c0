import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createSignalReader } from "./alerts/read-signals.ts";
import { forgetOldCounts } from "./counts/fold-counts.ts";
import { postgresEffectStore } from "./effects/postgres-effect-store.ts";
import { type EnginePools, openEnginePools } from "./engine-pools.ts";
import { postgresScheduleStore } from "./outbox/promote-scheduled.ts";
import { fromPgPool, type SqlPool } from "./sql.ts";
import { dueTimers } from "./timers/due-timers.ts";
import { postgresUpkeepStore } from "./workers/postgres-upkeep-store.ts";

const OWNER = { project: "shop", workerId: "w", effectLeaseMs: 15_000 };
const SHARDS = Array.from({ length: 64 }, (_shard, at) => at);
/** What waits, none of it due. */
const WAITING = 5_000;

const LATER = `clock_timestamp() + interval '1 day' + n * interval '1 second'`;
const EACH = `FROM generate_series(1, ${WAITING}) n`;
const WRITE = [
  `WITH version AS (
     INSERT INTO sagascope.machine_version (project, machine_id, version, structure_hash, content_hash, chart)
     VALUES ('shop', 'order', '1', 's', 'c', '{"id": "order", "initial": "placed", "states": {"placed": {}}}') RETURNING id)
   INSERT INTO sagascope.machine (machine_id, project, chart_id) SELECT 'order', 'shop', id FROM version`,
  `INSERT INTO sagascope.timer
     (machine_id, subject, ref, project, shard, revision, event, label, state, cause_event_id, cause_depth, due_at)
   SELECT 'order', 'order-' || n, 'after', 'shop', n % 64, 1, 'after', 'after', 'placed', 'e', 0, ${LATER} ${EACH}`,
  `INSERT INTO sagascope.effect
     (project, shard, machine_id, subject, revision, ref, kind, src, call, idempotency_key, cause_event_id, cause_depth,
      status, due_at)
   SELECT 'shop', n % 64, 'order', 'order-' || n, 1, 'pay', 'invoke', 'pay', '{}', 'k', 'e', 0, 'pending', ${LATER} ${EACH}`,
  `INSERT INTO sagascope.inbox (scope, key, fingerprint, receipt, expires_at)
   SELECT 'order-' || n, 'e', 'f', '{}', ${LATER} ${EACH}`,
  `INSERT INTO sagascope.delivery (project, shard, sink, kind, subject, topic, event_seq, event_at)
   SELECT 'shop', n % 64, 'order', 'queue', 'order-' || n, 'events', n, clock_timestamp() ${EACH}`,
  `INSERT INTO sagascope.scheduled_event
     (topic, key, due_at, id, source, type, subject, correlation_id, direction, envelope)
   SELECT 'events', 'k-' || n, ${LATER}, 'e-' || n, '/shop', 'paid', 'order-' || n, 'c', 'published', '{}' ${EACH}`,
  `INSERT INTO sagascope.scheduled_event
     (topic, key, due_at, id, source, type, subject, correlation_id, direction, envelope)
   SELECT 'events', 'due', clock_timestamp(), 'due', '/shop', 'paid', 'due', 'c', 'published', '{}'`,
  `INSERT INTO sagascope.work_count (grain, at, project, machine_id)
   SELECT 'minute', clock_timestamp() + n * interval '1 minute', 'shop', 'order' ${EACH}`,
  `INSERT INTO sagascope.dead_letter (id, project, consumer, work_key, source, reason, subject, event_type, attempts, errors,
     fingerprint, cause_title, captured_at, last_seen_at)
   SELECT 'l-' || n, 'shop', 'order', 'w-' || n, 'envelope', 'corrupt', 's', 't', 1, '[]', 'f', 'c', at, at
   FROM (SELECT n, clock_timestamp() - interval '1 day' - n * interval '1 second' AS at ${EACH}) letters`,
];

describe("what is due", () => {
  let database: TestDatabase;
  let pools: EnginePools;
  let sql: SqlPool;

  beforeAll(async () => {
    database = await createTestDatabase();
    for (const text of WRITE) await database.pool.query(text);
    await database.pool.query("VACUUM ANALYZE");
    pools = openEnginePools(database.url, () => undefined);
    sql = fromPgPool(pools.work, { prepared: true });
  });
  afterAll(async () => {
    await pools.close();
    await database.drop();
  });

  /** Rows and entries of indexes that were read of a table. */
  async function readOf(table: string): Promise<number> {
    await sql.query("let the session tell", "SELECT pg_stat_force_next_flush()::text");
    const { rows } = await database.pool.query<{ read: string }>(
      `SELECT t.seq_tup_read + sum(i.idx_tup_read) AS read
       FROM pg_stat_user_tables t JOIN pg_stat_user_indexes i USING (relid)
       WHERE t.schemaname = 'sagascope' AND t.relname = $1 GROUP BY t.relid, t.seq_tup_read`,
      [table],
    );
    return Number(rows[0]?.read);
  }

  const upkeep = () => postgresUpkeepStore(sql, OWNER.project);
  const READS: readonly (readonly [what: string, table: string, read: () => Promise<unknown>])[] = [
    ["timers", "timer", () => dueTimers(sql, OWNER, SHARDS, 100)],
    ["service calls", "effect", () => postgresEffectStore(sql, OWNER).claimEffects(SHARDS, 100)],
    ["receipts", "inbox", () => upkeep().forgetExpiredReceipts()],
    ["scheduled events", "scheduled_event", () => postgresScheduleStore(sql).promoteDue(100)],
    ["old counts", "work_count", () => forgetOldCounts(sql)],
    [
      "deliveries of other envelopes", // as the console asks
      "delivery",
      () =>
        sql.query(
          "look",
          `SELECT d.sink FROM sagascope.delivery d
           JOIN unnest($1::bigint[]) AS e (seq) ON d.event_seq = e.seq`,
          [[7, 8]],
        ),
    ],
    ["new letters", "dead_letter", () => createSignalReader(sql)()],
    ["timers that are late", "timer", () => createSignalReader(sql)()],
    ["service calls that are late", "effect", () => createSignalReader(sql)()],
  ];

  it.each(READS)("is found among %s without a look at what is not", async (_what, table, read) => {
    const before = await readOf(table);
    await read();
    expect((await readOf(table)) - before).toBeLessThan(WAITING / 10);
  });

  it("reads on among many due timers without a look at those before", async () => {
    await sql.query(
      "make all timers due",
      "UPDATE sagascope.timer SET due_at = due_at - interval '2 days', taken_by = $1",
      [OWNER.workerId],
    );
    await database.pool.query("VACUUM ANALYZE sagascope.timer");
    const { cutAt } = await dueTimers(sql, OWNER, SHARDS, WAITING - 200);
    const before = await readOf("timer");
    const page = await dueTimers(sql, OWNER, SHARDS, 100, cutAt);
    expect(page.timers).toHaveLength(100);
    expect(page.cutAt).toBeDefined();
    expect((await readOf("timer")) - before).toBeLessThan(WAITING / 10);
  });
});
