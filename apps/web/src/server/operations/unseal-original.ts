import { parseSealKeys } from "@sagascope/core";
import {
  fromPgPool,
  type UnsealedField,
  type UnsealRequest,
  unsealLetter,
} from "@sagascope/core/postgres";
import type pg from "pg";
import type { Actor } from "../access/actor.ts";
import { env } from "../env.ts";

/**
 * Open fields of a letter's original with the console's keys.
 *
 * @throws {OperationRefusedError} if there is no such letter, or nothing here opens it
 */
export function unsealOriginal(
  pool: pg.Pool,
  actor: Actor,
  request: Omit<UnsealRequest, "actor">,
): Promise<readonly UnsealedField[]> {
  const { SAGASCOPE_SEAL_KEYS: text } = env();
  const keys = text === undefined || text === "" ? undefined : parseSealKeys(text);
  return unsealLetter(fromPgPool(pool), keys, { ...request, actor: actor.email });
}
