import { checkByteLimit } from "../../kernel/parse-json.ts";
import type { EnvelopeChecks } from "../build-envelope.ts";
import { charsetOf, mediaTypeOf } from "../content-type.ts";
import { decodeEnvelope, decodeJson } from "../decode-envelope.ts";
import type { Envelope } from "../envelope.ts";
import { DEFAULT_MAX_BYTES } from "../envelope.ts";
import { EnvelopeCorruptError, EnvelopeTooLargeError } from "../errors.ts";
import { parseEnvelope } from "../parse-envelope.ts";
import { decodeBinaryEvent } from "./decode-binary-event.ts";
import { HttpEventRefusedError } from "./errors.ts";
import type { HttpHeaders } from "./http-headers.ts";
import { attributeHeadersOf, eventHeadersOf } from "./http-headers.ts";

/** Content type of one event in structured mode. */
export const STRUCTURED_TYPE = "application/cloudevents+json";

/** Content type of several events in batched mode. */
export const BATCH_TYPE = "application/cloudevents-batch+json";

/** Most events taken in one request by default. */
export const DEFAULT_MAX_BATCH = 100;

/** An HTTP request that carries events, and how much of it is taken. */
export interface HttpEventRequest extends EnvelopeChecks {
  readonly headers: HttpHeaders;
  readonly body: Uint8Array;
  /** Cap on the whole body in bytes, inclusive; 1 MiB by default. */
  readonly maxBytes?: number;
  /** Cap on the events of a batch; 100 by default. */
  readonly maxBatch?: number;
}

/**
 * Read the CloudEvents of an HTTP request (HTTP binding 1.0): structured and batched by content type, binary by its `ce-`
 * headers. All events are taken or none; an empty batch gives none.
 *
 * Only `ce-` headers become attributes, and those that look credential-bearing are dropped, so that a request's
 * `Authorization` can never end up in an envelope.
 *
 * @throws {HttpEventRefusedError} with the status to answer and the field at fault
 */
export function decodeHttpEvents(request: HttpEventRequest): Envelope[] {
  const { body, maxBytes = DEFAULT_MAX_BYTES } = request;
  checkByteLimit("maxBytes", maxBytes);
  const headers = eventHeadersOf(request.headers);
  const contentType = headers.get("content-type") ?? "";
  const media = mediaTypeOf(contentType);
  if (media.startsWith("application/cloudevents")) checkCloudEventsType(media, contentType);
  if (body.byteLength > maxBytes) {
    const problem = `the body is ${body.byteLength} bytes, the limit is ${maxBytes}`;
    throw new HttpEventRefusedError(413, problem, { field: "body" });
  }
  if (media === STRUCTURED_TYPE) {
    return [orRefuse(() => decodeEnvelope(body, { maxBytes, time: request.time }))];
  }
  if (media === BATCH_TYPE) return decodeBatch(request, maxBytes);
  return [orRefuse(() => decodeBinary(request, headers), binaryField)];
}

function checkCloudEventsType(media: string, contentType: string): void {
  const spoken = media === STRUCTURED_TYPE || media === BATCH_TYPE;
  if (spoken && (charsetOf(contentType) ?? "utf-8") === "utf-8") return;
  const problem = spoken
    ? "the charset must be utf-8"
    : `the content type must be ${STRUCTURED_TYPE}`;
  throw new HttpEventRefusedError(415, `${problem} or ${BATCH_TYPE}`, { field: "content-type" });
}

function decodeBatch(request: HttpEventRequest, maxBytes: number): Envelope[] {
  const { body, maxBatch = DEFAULT_MAX_BATCH } = request;
  const items: unknown = orRefuse(() => decodeJson(body, maxBytes));
  if (!Array.isArray(items)) {
    throw new HttpEventRefusedError(400, "a batch must be a JSON array", { field: "body" });
  }
  if (items.length > maxBatch) {
    const problem = `the batch has ${items.length} events, the limit is ${maxBatch}`;
    throw new HttpEventRefusedError(413, problem, { field: "body" });
  }
  return items.map((item, index) =>
    orRefuse(() => parseEnvelope(item, { time: request.time }), undefined, index),
  );
}

function decodeBinary(request: HttpEventRequest, headers: ReadonlyMap<string, string>): Envelope {
  const attributes = attributeHeadersOf(headers);
  if (attributes.length === 0) {
    const problem = `the request is no CloudEvent: send ${STRUCTURED_TYPE}, ${BATCH_TYPE}, or ce- headers`;
    throw new HttpEventRefusedError(415, problem, { field: "content-type" });
  }
  return decodeBinaryEvent(attributes, headers.get("content-type"), request.body, request);
}

/** The name that a sender in binary mode knows an attribute by. */
function binaryField(attribute: string): string {
  if (attribute === "datacontenttype") return "content-type";
  return attribute === "data" ? "body" : `ce-${attribute}`;
}

function orRefuse<T>(
  decode: () => T,
  fieldOf: (attribute: string) => string = (attribute) => attribute,
  index?: number,
): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof EnvelopeCorruptError)) throw error;
    const status = error instanceof EnvelopeTooLargeError ? 413 : 400;
    const field = error.attribute === undefined ? "body" : fieldOf(error.attribute);
    throw new HttpEventRefusedError(status, error.message, { field, index, cause: error });
  }
}
