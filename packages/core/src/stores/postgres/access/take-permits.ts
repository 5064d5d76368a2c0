import type { Sql } from "../sql.ts";

/** One statement, so that of any number of callers at once each finds what those before it left. */
const TAKE = `
  INSERT INTO sagascope.rate_limit AS r (key, used, resets_at)
  VALUES ($1, $2::integer, clock_timestamp() + $4::double precision * interval '1 ms')
  ON CONFLICT (key) DO UPDATE SET
    used = CASE WHEN r.resets_at <= clock_timestamp() THEN excluded.used ELSE r.used + $2::integer END,
    resets_at = CASE WHEN r.resets_at <= clock_timestamp() THEN excluded.resets_at ELSE r.resets_at END
  WHERE r.used < $3::integer OR r.resets_at <= clock_timestamp()
  RETURNING used, extract(epoch FROM resets_at - clock_timestamp()) * 1000 AS "leftMs"`;

const LEFT = `
  SELECT greatest(0, extract(epoch FROM resets_at - clock_timestamp()) * 1000) AS "leftMs"
  FROM sagascope.rate_limit WHERE key = $1`;

const FORGET =
  "DELETE FROM sagascope.rate_limit WHERE resets_at < clock_timestamp() - interval '1 hour'";

/** How often something may be done: `max` times in each window of `windowMs`, by the database's clock. */
export interface RateLimit {
  /** Whom or what it counts: `sign-in:10.0.0.7`. */
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
}

/** How many permits there were, and how long the window still lasts, in ms. */
export interface Permits {
  readonly granted: number;
  readonly leftMs: number;
}

/**
 * Take `count` permits at once, or what is left of the window's, and count them for all processes of the database together.
 * Concurrent callers are never granted more than `max` calls in a window.
 */
export async function takePermits(sql: Sql, limit: RateLimit, count = 1): Promise<Permits> {
  const { key, max, windowMs } = limit;
  const [taken] = await sql.query<{ used: number; leftMs: string }>("take permits", TAKE, [
    key,
    count,
    max,
    windowMs,
  ]);
  if (taken) {
    const tooMany = Math.max(0, taken.used - max);
    return { granted: Math.max(0, count - tooMany), leftMs: Number(taken.leftMs) };
  }
  const [row] = await sql.query<{ leftMs: string }>("read rate limit", LEFT, [key]);
  return { granted: 0, leftMs: Number(row?.leftMs ?? windowMs) };
}

/** Forget windows that are long over. */
export async function forgetOldRateLimits(sql: Sql): Promise<void> {
  await sql.query("forget old rate limits", FORGET);
}
