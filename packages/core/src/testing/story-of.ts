import type pg from "pg";

/** What is left of one instance in every table that must neither lose nor double anything. */
export async function storyOf(pool: pg.Pool, machineId: string, subject: string) {
  const rows = async (text: string, values: readonly string[]) =>
    (await pool.query(text, [...values])).rows as Readonly<Record<string, unknown>>[];
  const key = [machineId, subject];
  const where = "WHERE machine_id = $1 AND subject = $2";
  const instance = await rows(
    `SELECT status, phase, states, revision FROM sagascope.instance ${where}`,
    key,
  );
  const history = await rows(
    `SELECT revision, event FROM sagascope.history ${where} ORDER BY revision, at`,
    key,
  );
  const effects = await rows(
    `SELECT revision, ref, status FROM sagascope.effect ${where} ORDER BY id`,
    key,
  );
  const published = await rows(
    `SELECT type FROM sagascope.event ${where} AND direction = 'published' ORDER BY seq`,
    key,
  );
  const [receipts] = await rows(
    "SELECT count(*)::int AS n FROM sagascope.inbox WHERE scope LIKE '%' || $1 || '%'",
    [subject],
  );
  const letters = await rows(
    "SELECT reason, errors FROM sagascope.dead_letter WHERE subject = $1",
    [subject],
  );
  return { instance, history, effects, published, receipts, letters };
}
