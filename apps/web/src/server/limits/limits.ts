import { forgetOldRateLimits, fromPg, takePermits } from "@sagascope/core/postgres";
import type pg from "pg";
import { TooManyRequestsError } from "../access/errors.ts";
import { createPermitPurse, type PermitPurse } from "./permit-purse.ts";

const MINUTE_MS = 60_000;
/** Parts that a limit is handed out in; a process may keep one of them for nothing. */
const HANDFULS = 50;

/** Who is trying, and how often that may be in a minute. */
export interface Tries {
  readonly what: "sign-in" | "account" | "second-factor" | "link" | "register";
  /** An address, or an e-mail address. */
  readonly who: string;
  readonly perMinute: number;
}

/**
 * Count one try, for all consoles of the database together.
 *
 * @throws {TooManyRequestsError} if there were too many
 */
export async function takeTry(pool: pg.Pool, { what, who, perMinute }: Tries): Promise<void> {
  const sql = fromPg(pool);
  const limit = { key: `${what}:${who}`.slice(0, 400), max: perMinute, windowMs: MINUTE_MS };
  const { granted, leftMs } = await takePermits(sql, limit);
  if (granted > 0) return;
  await forgetOldRateLimits(sql);
  throw new TooManyRequestsError(leftMs);
}

const purses = new WeakMap<pg.Pool, Map<number, PermitPurse>>();

/**
 * Count a request with events of one token.
 *
 * @throws {TooManyRequestsError} if there were too many
 */
export async function takeIngest(pool: pg.Pool, tokenId: string, perMinute: number): Promise<void> {
  const { refusedMs } = await purseOf(pool, perMinute).take(`ingest:${tokenId}`);
  if (refusedMs > 0) throw new TooManyRequestsError(refusedMs);
}

function purseOf(pool: pg.Pool, perMinute: number): PermitPurse {
  const own = purses.get(pool) ?? new Map<number, PermitPurse>();
  purses.set(pool, own);
  const known = own.get(perMinute);
  if (known) return known;
  const sql = fromPg(pool);
  const fetch = (key: string, count: number) =>
    takePermits(sql, { key, max: perMinute, windowMs: MINUTE_MS }, count);
  const made = createPermitPurse(fetch, Math.max(1, Math.floor(perMinute / HANDFULS)));
  own.set(perMinute, made);
  return made;
}
