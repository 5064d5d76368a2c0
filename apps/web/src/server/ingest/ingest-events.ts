import { decodeHttpEvents, type Envelope } from "@sagascope/core";
import { findTopic, publishEvents, type Sql } from "@sagascope/core/postgres";
import { BodyTooLargeError, readBody } from "../http/read-body.ts";
import { checkEnvelopes, EVENT_BYTES_MAX } from "./check-envelopes.ts";
import { IngestRefusedError } from "./errors.ts";
import { requireToken } from "./require-token.ts";

/** Content type of the batched mode, by the HTTP binding of CloudEvents 1.0. */
const BATCH_TYPE = "application/cloudevents-batch+json";
const BATCH_BYTES_MAX = 8 * 1_048_576;
const BATCH_EVENTS_MAX = 1_000;

/**
 * Take the CloudEvents of a request onto a topic: all of them or none. Who it is comes before what it sends, and the
 * size of that before its shape.
 *
 * @returns the events that are stored; the transaction has committed
 * @throws {IngestRefusedError} or core's `HttpEventRefusedError`, with the status to answer
 * @throws {StoreUnavailableError} if the database cannot be reached; the events may be sent again under their ids
 */
export async function ingestEvents(
  sql: Sql,
  topic: string,
  request: Request,
): Promise<readonly Envelope[]> {
  await requireToken(sql, request.headers);
  if ((await findTopic(sql, topic)) === undefined) {
    throw new IngestRefusedError(404, `topic '${topic}' is not declared`);
  }
  const maxBytes = isBatch(request.headers) ? BATCH_BYTES_MAX : EVENT_BYTES_MAX;
  const body = await readCapped(request, maxBytes);
  const envelopes = decodeHttpEvents({
    headers: request.headers,
    body,
    maxBytes,
    maxBatch: BATCH_EVENTS_MAX,
  });
  checkEnvelopes(envelopes);
  await publishEvents(sql, { topic, envelopes, direction: "received" });
  return envelopes;
}

function isBatch(headers: Headers): boolean {
  return headers.get("content-type")?.toLowerCase().startsWith(BATCH_TYPE) ?? false;
}

async function readCapped(request: Request, bytesMax: number): Promise<Uint8Array> {
  try {
    return await readBody(request, bytesMax);
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error;
    throw new IngestRefusedError(413, error.message, { field: "body" });
  }
}
