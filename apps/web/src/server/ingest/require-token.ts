import { checkApiToken, type Sql } from "@sagascope/core/postgres";
import { bearerOf } from "../http/bearer.ts";
import { IngestRefusedError } from "./errors.ts";

const PLACE = { field: "authorization" };

/**
 * Let a request through whose bearer token may send events.
 *
 * @throws {IngestRefusedError} 401 without a token that is known and valid, 403 with one that may do other things only
 */
export async function requireToken(
  sql: Sql,
  headers: Headers,
): Promise<{ readonly id: string; readonly name: string }> {
  const token = bearerOf(headers);
  if (token === undefined) throw new IngestRefusedError(401, "a bearer token is required", PLACE);
  const check = await checkApiToken(sql, token, "ingest");
  if (check.kind === "unknown") throw new IngestRefusedError(401, "the token is not valid", PLACE);
  if (check.kind === "forbidden") {
    throw new IngestRefusedError(403, "the token lacks the scope 'ingest'", PLACE);
  }
  return { id: check.id, name: check.name };
}
