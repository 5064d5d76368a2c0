import { StoreUnavailableError } from "@sagascope/core/errors";
import { fromPgPool } from "@sagascope/core/postgres";
import type pg from "pg";
import { admitToken } from "../access/admit.ts";
import { isDatabaseUnavailable } from "../database/is-database-unavailable.ts";
import { logError } from "../http/log.ts";
import { metricsText } from "./metrics-text.ts";
import { readMetricFacts } from "./read-metric-facts.ts";

const TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

/** `GET /api/metrics`: for whoever shows a token with the scope `metrics`. */
export async function serveMetrics(pool: pg.Pool, headers: Headers): Promise<Response> {
  const sql = fromPgPool(pool);
  try {
    const entry = await admitToken("/api/metrics", sql, headers);
    if (entry.kind === "refused") return refusal(entry.status, entry.message);
    const text = await metricsText(await readMetricFacts(sql));
    return new Response(text, {
      headers: { "content-type": TEXT_FORMAT, "cache-control": "no-store" },
    });
  } catch (error) {
    if (error instanceof StoreUnavailableError || isDatabaseUnavailable(error)) {
      return refusal(503, "the database cannot be reached");
    }
    const requestId = crypto.randomUUID().slice(0, 8);
    logError("metrics could not be read", {
      requestId,
      cause: error instanceof Error ? error.stack : String(error),
    });
    return refusal(500, `something went wrong (${requestId})`);
  }
}

function refusal(status: number, error: string): Response {
  const headers: HeadersInit =
    status === 401 ? { "www-authenticate": 'Bearer realm="sagascope"' } : {};
  return Response.json({ error }, { status, headers });
}
