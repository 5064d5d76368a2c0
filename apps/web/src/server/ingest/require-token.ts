import type { Sql } from "@sagascope/core/postgres";
import { type Admitted, admitToken } from "../access/admit.ts";
import { IngestRefusedError } from "./errors.ts";

/**
 * Let a request through whose bearer token may send events.
 *
 * @throws {IngestRefusedError} 401 without a token that is known and valid, 403 with one that may do other things only
 */
export async function requireToken(sql: Sql, headers: Headers): Promise<Admitted> {
  const entry = await admitToken("/api/events/[topic]", sql, headers);
  if (entry.kind === "admitted") return entry;
  throw new IngestRefusedError(entry.status, entry.message, { field: "authorization" });
}
