import { checkApiToken, type Sql } from "@sagascope/core/postgres";
import { IngestRefusedError } from "./errors.ts";

const BEARER = /^Bearer +(\S{1,500})$/i;
const PLACE = { field: "authorization" };

/**
 * Let a request through whose bearer token may send events.
 *
 * @throws {IngestRefusedError} 401 without a token that is known and valid, 403 with one that may do other things only
 */
export async function requireToken(sql: Sql, headers: Headers): Promise<void> {
  const token = BEARER.exec(headers.get("authorization") ?? "")?.[1];
  if (token === undefined) throw new IngestRefusedError(401, "a bearer token is required", PLACE);
  const { kind } = await checkApiToken(sql, token, "ingest");
  if (kind === "unknown") throw new IngestRefusedError(401, "the token is not valid", PLACE);
  if (kind === "forbidden") {
    throw new IngestRefusedError(403, "the token lacks the scope 'ingest'", PLACE);
  }
}
