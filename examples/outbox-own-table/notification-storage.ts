import { randomUUID } from "node:crypto";
import type { ClaimedRow, ClaimRequest, OutboxStorage, Receipt } from "@sagascope/core";
import type pg from "pg";

/** One operation at a time, so that plain SQL is enough: taken in a statement of its own, before the one that looks. */
const ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtext('notification'))";

/** Waiting, and neither claimed nor put off. */
const HIDDEN = (n: string) => `(${n}.try_after > clock_timestamp()
  AND NOT ($5 AND ${n}.claim IS NOT NULL AND ${n}.claimed_by = $2)
  OR ${n}.written_at > clock_timestamp() - $6::float8 * interval '1 ms')`;

const CLAIM = `
  WITH taken AS (
    SELECT n.no FROM notification n
    WHERE n.state = 'waiting' AND ($7::text[] IS NULL OR n.channel = ANY ($7)) AND NOT ${HIDDEN("n")}
      AND (NOT $8::boolean OR NOT EXISTS (
        SELECT 1 FROM notification e
        WHERE e.customer = n.customer AND e.no < n.no AND e.state = 'waiting' AND ${HIDDEN("e")}
          AND ($7 IS NULL OR e.channel = ANY ($7))))
    ORDER BY n.no LIMIT $4
  )
  UPDATE notification n
  SET claim = $1::uuid, claimed_by = $2::text, handed_out = handed_out + 1,
      try_after = clock_timestamp() + $3::float8 * interval '1 ms'
  FROM taken WHERE n.no = taken.no
  RETURNING n.no::text AS id, n.channel AS topic, n.customer AS key, n.content::text AS content, n.hints AS headers,
    n.tries AS attempts, n.handed_out AS deliveries, n.written_at AS "createdAt",
    coalesce(extract(epoch FROM clock_timestamp() - n.failing_since) * 1000, 0)::float8 AS "failingForMs"`;

/** Ends claims that are still held: $1 numbers, $2 claims; `x` holds whatever else is said of each. */
const settle = (change: string, more = "") => `
  UPDATE notification n SET claim = NULL, claimed_by = NULL, ${change}
  FROM unnest($1::bigint[], $2::uuid[]${more && `, ${more}`}) AS x (no, claim${more && ", a, b, c, d"})
  WHERE n.no = x.no AND n.claim = x.claim AND n.state = 'waiting'`;
const putOff = (ms: string) => `try_after = clock_timestamp() + ${ms}::float8 * interval '1 ms'`;

const COMPLETE = settle("state = 'sent'");
const HAND_BACK = settle(`${putOff("$3")}, handed_out = handed_out - 1`);
const RETRY = settle(
  `${putOff("x.a")}, problem = x.b, tries = tries + x.c::int, handed_out = handed_out - (NOT x.c)::int,
   failing_since = coalesce(failing_since, clock_timestamp())`,
  "$3::float8[], $4::text[], $5::boolean[], $5::boolean[]",
);
const GIVE_UP = settle(
  "problem = x.b, tries = tries + x.c::int, state = CASE WHEN x.d THEN 'dismissed' ELSE 'failed' END",
  "$3::text[], $4::text[], $5::boolean[], $6::boolean[]",
);
const RENEW = `
  UPDATE notification n SET ${putOff("$3")}
  FROM unnest($1::bigint[], $2::uuid[]) AS x (no, claim)
  WHERE n.no = x.no AND n.claim = x.claim AND n.state = 'waiting' RETURNING n.no::text AS id`;
const STATS = `
  SELECT count(*) FILTER (WHERE state = 'waiting')::int AS pending, count(*) FILTER (WHERE state = 'failed')::int AS dead,
         (extract(epoch FROM clock_timestamp() - min(written_at) FILTER (WHERE state = 'waiting')) * 1000)::float8 AS age
  FROM notification WHERE $1::text[] IS NULL OR channel = ANY ($1)`;
const PURGE = `
  DELETE FROM notification WHERE state = 'sent' AND written_at <= clock_timestamp() - $1::float8 * interval '1 ms'`;

/** The table `notification`, as relays and queues want it. */
export function notificationStorage(pool: pg.Pool): OutboxStorage {
  const alone = async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) => {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      await client.query(ONE_AT_A_TIME);
      const result = await client.query<Row>(text, [...values]);
      await client.query("COMMIT");
      return result;
    } catch (error) {
      await client.query("ROLLBACK").catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  };
  const end = async (text: string, receipts: readonly Receipt[], ...more: readonly unknown[]) =>
    receipts.length === 0
      ? 0
      : ((await alone(text, [...columns(receipts), ...more])).rowCount ?? 0);

  return {
    async claim(request: ClaimRequest) {
      const { owner, leaseMs, limit, order, topics, reclaimsOwn, visibilityDelayMs } = request;
      const token = randomUUID();
      const { rows } = await alone<Omit<ClaimedRow, "token" | "payload"> & { content: string }>(
        CLAIM,
        [
          ...[token, owner, leaseMs, limit, reclaimsOwn ?? false, visibilityDelayMs ?? 0],
          ...[topics ?? null, order === "strict"],
        ],
      );
      return rows
        .map(({ content, ...row }) => ({ ...row, token, payload: Buffer.from(content) }))
        .sort((a, b) => Number(a.id) - Number(b.id));
    },
    async renew(receipts, leaseMs) {
      if (receipts.length === 0) return [];
      const { rows } = await alone<{ id: string }>(RENEW, [...columns(receipts), leaseMs]);
      return receipts.filter(({ id }) => rows.some((row) => row.id === id));
    },
    complete: (receipts) => end(COMPLETE, receipts),
    handBack: (receipts, delayMs) => end(HAND_BACK, receipts, delayMs),
    retry: (failures) =>
      end(
        RETRY,
        failures.map(({ receipt }) => receipt),
        failures.map(({ delayMs }) => delayMs),
        failures.map(({ error }) => error),
        failures.map(({ counts }) => counts),
      ),
    deadLetter: (letters) =>
      end(
        GIVE_UP,
        letters.map(({ receipt }) => receipt),
        letters.map(({ reason }) => reason),
        letters.map(({ error }) => error),
        letters.map(({ counts }) => counts),
        letters.map(({ isResolved }) => isResolved),
      ),
    async stats(topics) {
      const { rows } = await pool.query(STATS, [topics ?? null]);
      return {
        pending: rows[0].pending,
        dead: rows[0].dead,
        oldestPendingAgeMs: rows[0].age ?? undefined,
      };
    },
    purge: async (olderThanMs) => (await pool.query(PURGE, [olderThanMs])).rowCount ?? 0,
  };
}

function columns(receipts: readonly Receipt[]): readonly unknown[] {
  return [receipts.map(({ id }) => id), receipts.map(({ token }) => token)];
}
