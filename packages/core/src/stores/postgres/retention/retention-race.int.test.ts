import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineProject } from "../../../projects/define-project.ts";
import { raceProducers } from "../../../testing/slow-producers.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { eventually, startTestEngine } from "../../../testing/test-engine.ts";
import { fromPgPool } from "../sql.ts";
import { purgeBefore } from "./purge.ts";

const PARTITION_MS = 200;
/** More than the producers need, on any machine; what comes later goes to the default partition. */
const PARTITIONS = 200;

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 20 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Days go by in a fifth of a second. */
async function openShortPartitions(): Promise<void> {
  await pool.query(`
    DO $$ DECLARE from_at timestamptz := clock_timestamp(); name text; BEGIN
      FOR name IN SELECT p.name FROM sagascope.partitions_of('event') p LOOP
        EXECUTE format('DROP TABLE sagascope.%I', name);
      END LOOP;
      FOR n IN 1..${PARTITIONS} LOOP
        EXECUTE format('CREATE TABLE sagascope.%I PARTITION OF sagascope.event FOR VALUES FROM (%L) TO (%L)',
          'event_short' || n, from_at, from_at + interval '${PARTITION_MS} ms');
        from_at := from_at + interval '${PARTITION_MS} ms';
      END LOOP;
    END $$`);
}

/** What somebody still has to hand on, and cannot. */
const ORPHANS = `
  SELECT ((SELECT count(*) FROM sagascope.delivery d WHERE NOT EXISTS (
             SELECT 1 FROM sagascope.event e WHERE e.seq = d.event_seq AND e.recorded_at = d.event_at))
        + (SELECT count(*) FROM sagascope.feed_position p WHERE p.position > coalesce(
             (SELECT position FROM sagascope.feed_cursor), 0) AND NOT EXISTS (
             SELECT 1 FROM sagascope.event e WHERE e.seq = p.event_seq AND e.recorded_at = p.event_at)))::int AS n`;

type Counted = { readonly subject: string; readonly n: number };

/** What came out, of each subject, each number once, in the order it came first. */
function bySubject(seen: readonly Counted[]): Record<string, readonly number[]> {
  const numbers: Record<string, number[]> = {};
  for (const { subject, n } of seen) {
    numbers[subject] ??= [];
    if (!numbers[subject].includes(n)) numbers[subject].push(n);
  }
  return numbers;
}

describe("retention beside producers, a dispatcher and a feed", () => {
  it("takes away what is over and nothing that somebody still has to hand on [EXA-17]", async () => {
    const relayed: Counted[] = [];
    const fed: Counted[] = [];
    const offered = new Map<string, number>();
    const countedOf = (subject: string, envelope: string) => ({
      subject,
      n: JSON.parse(envelope).data.n as number,
    });
    const project = defineProject({
      name: "race",
      topics: [{ name: "events", onUnknown: "ignore" }],
      machines: [],
      routes: [],
      relays: [
        {
          name: "copy",
          topic: "events",
          publish: async ({ subject, envelope }) => {
            const counted = countedOf(subject, envelope);
            const tries = (offered.get(envelope) ?? 0) + 1;
            offered.set(envelope, tries);
            if (counted.n === 3 && tries <= 3) throw new Error("busy"); // all behind it waits, too
            relayed.push(counted);
          },
        },
      ],
      feeds: [
        {
          ...{ name: "far", topic: "events", batchSize: 7, pollMs: 20 },
          sink: async (batch) => {
            await new Promise((resolve) => setTimeout(resolve, 2)); // a feed that lags a little
            for (const { subject, envelope } of batch) fed.push(countedOf(subject, envelope));
          },
        },
      ],
    });
    const engine = await startTestEngine(database, project);
    await openShortPartitions();
    let isOver = false;
    let dropped = 0;
    let orphans = 0;
    const purgers = [1, 2].map(async () => {
      while (!isOver) {
        const { rows } = await pool.query("SELECT clock_timestamp() AS now");
        const purged = await purgeBefore(fromPgPool(pool), { events: rows[0].now });
        dropped += purged.reduce(
          (sum, { rows: gone, kind }) => sum + (kind === "partition" ? gone : 0),
          0,
        );
        orphans += (await pool.query(ORPHANS)).rows[0].n;
      }
    });

    const race = { producers: 6, transactionsEach: 80, subjects: 15 };
    const { committed } = await raceProducers({ ...race, pool, topic: "events" });
    await eventually("everything to be handed on", async () => {
      const [one, two] = [relayed, fed].map((seen) => Object.values(bySubject(seen)).flat().length);
      return one === committed && two === committed;
    });
    await eventually("the last partitions to go", async () => dropped > committed / 2);
    isOver = true;
    await Promise.all(purgers);
    await engine.stop();

    const { rows } = await pool.query("SELECT subject, n FROM public.race_counter WHERE n > 0");
    const all = Object.fromEntries(
      rows.map(({ subject, n }) => [subject, Array.from({ length: n }, (_n, at) => at + 1)]),
    );
    expect(orphans).toBe(0);
    expect(bySubject(relayed)).toEqual(all);
    expect(bySubject(fed)).toEqual(all);
    const gone = await pool.query("SELECT count(*)::int AS n FROM sagascope.dead_letter");
    expect(gone.rows[0].n).toBe(0);
  });
});
