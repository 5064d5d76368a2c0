import { HttpEventRefusedError } from "@sagascope/core";
import { StoreUnavailableError } from "@sagascope/core/errors";
import { fromPg } from "@sagascope/core/postgres";
import { TooManyRequestsError } from "../access/errors.ts";
import { database } from "../database/database.ts";
import { isDatabaseUnavailable } from "../database/is-database-unavailable.ts";
import { env } from "../env.ts";
import { logError } from "../http/log.ts";
import { takeIngest } from "../limits/limits.ts";
import { IngestRefusedError } from "./errors.ts";
import { ingestEvents } from "./ingest-events.ts";

const RETRY_AFTER_SECONDS = "2";

/** `POST /api/events/{topic}`: 202 once the events are stored, or why none of them is. */
export async function serveEvents(request: Request, topic: string): Promise<Response> {
  try {
    const { pool } = database();
    const perMinute = env().SAGASCOPE_INGEST_PER_MINUTE;
    const envelopes = await ingestEvents(fromPg(pool), topic, request, (tokenId) =>
      takeIngest(pool, tokenId, perMinute),
    );
    const ids = envelopes.map(({ id }) => id);
    return Response.json({ accepted: ids.length, ids }, { status: 202 });
  } catch (error) {
    return refusalOf(error);
  }
}

/** The answer to a request that was not taken. */
export function refusalOf(error: unknown): Response {
  if (error instanceof IngestRefusedError || error instanceof HttpEventRefusedError) {
    const { status, message, field, index } = error;
    return Response.json(
      { error: message, field, index },
      { status, headers: challengeOf(status) },
    );
  }
  if (error instanceof TooManyRequestsError) {
    return Response.json(
      { error: error.message },
      { status: 429, headers: { "retry-after": String(error.retryAfterSeconds) } },
    );
  }
  if (error instanceof StoreUnavailableError || isDatabaseUnavailable(error)) {
    return Response.json(
      { error: "the database cannot be reached; nothing was stored" },
      { status: 503, headers: { "retry-after": RETRY_AFTER_SECONDS } },
    );
  }
  const requestId = crypto.randomUUID().slice(0, 8);
  logError("events could not be taken", {
    requestId,
    cause: error instanceof Error ? error.stack : String(error),
  });
  return Response.json({ error: "something went wrong", requestId }, { status: 500 });
}

function challengeOf(status: number): HeadersInit {
  return status === 401 ? { "www-authenticate": 'Bearer realm="sagascope"' } : {};
}
