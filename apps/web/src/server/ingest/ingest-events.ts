import { decodeHttpEvents, type Envelope } from "@sagascope/core";
import { findTopic, publishEvents, type Sql, scheduleEvents } from "@sagascope/core/postgres";
import { BodyTooLargeError, BodyTooSlowError, readBody } from "../http/read-body.ts";
import { checkEnvelopes, EVENT_BYTES_MAX } from "./check-envelopes.ts";
import { IngestRefusedError } from "./errors.ts";
import { readSchedule } from "./read-schedule.ts";
import { requireToken } from "./require-token.ts";

/** Content type of the batched mode, by the HTTP binding of CloudEvents 1.0. */
const BATCH_TYPE = "application/cloudevents-batch+json";
const BATCH_BYTES_MAX = 8 * 1_048_576;
const BATCH_EVENTS_MAX = 1_000;

/**
 * Take the CloudEvents of a request onto a topic: all of them or none. Who it is comes before what it sends, and the
 * size of that before its shape. With `?delayMs=` or `?deliverAt=` they are published later, under `?key=` if one is given.
 *
 * @param takePermit - throws if the token sent too much lately
 * @returns the events that are stored; the transaction has committed
 * @throws {IngestRefusedError} or core's `HttpEventRefusedError`, with the status to answer
 * @throws {StoreUnavailableError} if the database cannot be reached; the events may be sent again under their ids
 */
export async function ingestEvents(
  sql: Sql,
  topic: string,
  request: Request,
  takePermit: (tokenId: string) => Promise<void> = async () => {},
): Promise<readonly Envelope[]> {
  await takePermit((await requireToken(sql, request.headers)).id);
  requirePlain(request.headers);
  if ((await findTopic(sql, topic)) === undefined) {
    throw new IngestRefusedError(404, `topic '${topic}' is not declared`);
  }
  const schedule = readSchedule(new URL(request.url).searchParams);
  const maxBytes = isBatch(request.headers) ? BATCH_BYTES_MAX : EVENT_BYTES_MAX;
  const body = await readCapped(request, maxBytes);
  const envelopes = decodeHttpEvents({
    headers: request.headers,
    body,
    maxBytes,
    maxBatch: BATCH_EVENTS_MAX,
  });
  checkEnvelopes(envelopes);
  if (schedule === undefined) {
    await publishEvents(sql, { topic, envelopes, direction: "received" });
    return envelopes;
  }
  if (schedule.key !== undefined && envelopes.length > 1) {
    throw new IngestRefusedError(400, "key names one event, the batch has more", { field: "key" });
  }
  const later = envelopes.map((envelope) => ({ topic, envelope, ...schedule }));
  await scheduleEvents(sql, later, "received");
  return envelopes;
}

function isBatch(headers: Headers): boolean {
  return headers.get("content-type")?.toLowerCase().startsWith(BATCH_TYPE) ?? false;
}

async function readCapped(request: Request, bytesMax: number): Promise<Uint8Array> {
  try {
    return await readBody(request, bytesMax);
  } catch (error) {
    if (error instanceof BodyTooLargeError) {
      throw new IngestRefusedError(413, error.message, { field: "body" });
    }
    if (error instanceof BodyTooSlowError) {
      throw new IngestRefusedError(408, error.message, { field: "body" });
    }
    throw error;
  }
}

/** Compressed bodies are refused: a few kilobytes of them may be gigabytes, and the cap would hold for the wrong size. */
function requirePlain(headers: Headers): void {
  const encoding = headers.get("content-encoding")?.trim().toLowerCase();
  if (!encoding || encoding === "identity") return;
  throw new IngestRefusedError(
    415,
    `content-encoding '${encoding.slice(0, 40)}' is not taken: send it plain`,
    {
      field: "content-encoding",
    },
  );
}
