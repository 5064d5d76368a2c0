import type pg from "pg";
import { createEnvelope } from "../envelope/create-envelope.ts";
import type { Envelope } from "../envelope/envelope.ts";
import { publishEvents } from "../stores/postgres/outbox/publish-events.ts";
import { fromPg } from "../stores/postgres/sql.ts";

/** How producers of a race behave. */
export interface RaceOptions {
  readonly pool: pg.Pool;
  readonly topic: string;
  readonly producers: number;
  readonly transactionsEach: number;
  readonly subjects: number;
  /** How one envelope is written in the open transaction; default as an event on the topic. */
  readonly write?: (client: pg.PoolClient, envelope: Envelope) => Promise<unknown>;
}

/** What was really published. */
export interface RaceResult {
  readonly committed: number;
  readonly rolledBack: number;
  /** Of the envelopes that were committed. */
  readonly ids: readonly string[];
}

const LONGEST_PAUSE_MS = 8;

/**
 * Many producers at once, whose transactions take their ids and their place in `event` long before they commit, overtake each
 * other, and sometimes roll back. The counter of a subject is a locked row, so `data.n` says in which order its events became
 * true. The pauses let transactions overlap; nothing is waited for by them.
 */
export async function raceProducers(options: RaceOptions): Promise<RaceResult> {
  const { pool } = options;
  await pool.query(`
    CREATE TABLE IF NOT EXISTS public.race_counter (subject text PRIMARY KEY, n integer NOT NULL);
    CREATE TABLE IF NOT EXISTS public.race_noise (n integer);
    INSERT INTO public.race_counter SELECT 's-' || s, 0 FROM generate_series(0, ${options.subjects - 1}) s
    ON CONFLICT DO NOTHING`);
  const results = await Promise.all(
    Array.from({ length: options.producers }, () => runProducer(options)),
  );
  const ids = results.flat();
  const all = options.producers * options.transactionsEach;
  return { committed: ids.length, rolledBack: all - ids.length, ids };
}

async function runProducer(options: RaceOptions): Promise<readonly string[]> {
  const { pool, topic, transactionsEach, subjects } = options;
  const { write = (client, envelope) => writeEvent(client, topic, envelope) } = options;
  const ids: string[] = [];
  for (let done = 0; done < transactionsEach; done += 1) {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      if (chance(0.5)) {
        await client.query("INSERT INTO public.race_noise VALUES (1)"); // an early transaction id
        await pause();
      }
      const subject = `s-${Math.floor(Math.random() * subjects)}`;
      const { rows } = await client.query(
        "UPDATE public.race_counter SET n = n + 1 WHERE subject = $1 RETURNING n",
        [subject],
      );
      const data = { n: rows[0].n as number };
      const envelope = createEnvelope({ type: "counted", source: "/race", subject, data });
      await write(client, envelope);
      if (chance(0.6)) await pause();
      const ends = chance(0.1) ? "ROLLBACK" : "COMMIT";
      await client.query(ends);
      if (ends === "COMMIT") ids.push(envelope.id);
    } finally {
      client.release();
    }
  }
  return ids;
}

function writeEvent(client: pg.PoolClient, topic: string, envelope: Envelope) {
  return publishEvents(fromPg(client), { topic, envelopes: [envelope], direction: "published" });
}

/** Lets what follows happen at a time that nobody planned. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_PAUSE_MS));
}

function chance(share: number): boolean {
  return Math.random() < share;
}

/** How a reader's view differs from what was published. */
export interface Verdict {
  readonly lost: number;
  readonly doubled: number;
  /** Events that came behind a later one of their subject, not counting those that came again. */
  readonly outOfOrder: number;
}

/** One envelope as a reader saw it. */
export interface SeenEnvelope {
  readonly id: string;
  readonly subject: string;
  readonly n: number;
}

/** Compare what a reader of the topic saw, in its order, with the events that are there. */
export async function judgeRace(
  pool: pg.Pool,
  topic: string,
  seen: readonly SeenEnvelope[],
): Promise<Verdict> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM sagascope.event WHERE topic = $1",
    [topic],
  );
  return judgeSeen(
    rows.map(({ id }) => id),
    seen,
  );
}

/** Compare what a reader saw, in its order, with what was committed. */
export function judgeSeen(committed: readonly string[], seen: readonly SeenEnvelope[]): Verdict {
  const known = new Set(seen.map(({ id }) => id));
  const last = new Map<string, number>();
  const first = new Set<string>();
  let outOfOrder = 0;
  for (const { id, subject, n } of seen) {
    if (first.has(id)) continue;
    first.add(id);
    if (n < (last.get(subject) ?? 0)) outOfOrder += 1;
    last.set(subject, Math.max(n, last.get(subject) ?? 0));
  }
  return {
    lost: committed.filter((id) => !known.has(id)).length,
    doubled: seen.length - known.size,
    outOfOrder,
  };
}
