import { forgetOldRateLimits, fromPg, takePermits } from "@sagascope/core/postgres";
import type pg from "pg";
import { TooManyRequestsError } from "../access/errors.ts";
import { createPermitPurse, type PermitPurse } from "./permit-purse.ts";

const MINUTE_MS = 60_000;
/** Parts that a limit is handed out in; a process may keep one of them for nothing. */
const HANDFULS = 50;

/** A code of an authenticator is good for three of its 30 s. */
const CODE_MS = 120_000;
/** Each address that is tried leaves a row, whoever makes it up. */
const FORGET_EVERY_MS = 600_000;

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
  await forgetNowAndThen(pool);
  if (granted === 0) throw new TooManyRequestsError(leftMs);
}

/** Use up a code of somebody's authenticator: whether it was not used before. */
export async function spendCode(pool: pg.Pool, userId: string, code: string): Promise<boolean> {
  const limit = { key: `code:${userId}:${code}`.slice(0, 400), max: 1, windowMs: CODE_MS };
  return (await takePermits(fromPg(pool), limit)).granted > 0;
}

const forgottenAtMs = new WeakMap<pg.Pool, number>();

async function forgetNowAndThen(pool: pg.Pool): Promise<void> {
  const nowMs = performance.now();
  if (nowMs - (forgottenAtMs.get(pool) ?? Number.NEGATIVE_INFINITY) < FORGET_EVERY_MS) return;
  forgottenAtMs.set(pool, nowMs);
  await forgetOldRateLimits(fromPg(pool));
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
