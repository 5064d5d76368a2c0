import type { MintId } from "../../kernel/ids.ts";
import { newId } from "../../kernel/ids.ts";
import type { JsonValue } from "../../kernel/json.ts";
import { decodeUtf8, parseJson } from "../../kernel/parse-json.ts";
import { EnvelopeCorruptError } from "../errors.ts";
import { encodeBody } from "./encode-body.ts";

/** Header that says what the payload is. */
export const CONTENT_TYPE_HEADER = "content-type";
/** Header by which a handler tells which conversation a message belongs to; always there. */
const CORRELATION_HEADER = "correlation_id";

/** One message as a queue or broker carries it: bytes, headers of text, and the key that orders it. */
export interface Message {
  /** Opaque; the natural key for whoever must not handle a message twice. */
  readonly id: string;
  readonly topic: string;
  /** Messages of one key stay in order; the subject of an envelope. */
  readonly key?: string;
  readonly payload: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** How often it was handed out, this time included; 0 for one that was not. */
  readonly attempts: number;
  readonly createdAt?: Date;
  /**
   * The payload as text.
   *
   * @throws {InvalidJsonError} if it is not UTF-8
   */
  text(): string;
  /**
   * The payload as JSON.
   *
   * @throws {InvalidJsonError} if it is not JSON, or nested too deeply
   */
  json(): JsonValue;
}

/** What a message is made from. */
export interface NewMessage {
  readonly topic: string;
  /** Bytes, text, or anything that can be written as JSON; see `encodeBody`. */
  readonly body: unknown;
  readonly key?: string;
  /** Merged with those that are set here, which give way. Names are compared without case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A new id by default. */
  readonly id?: string;
  /** A new id by default. */
  readonly correlationId?: string;
  readonly attempts?: number;
  readonly createdAt?: Date;
}

/**
 * Make a message: the body as bytes, with headers for its content type and its conversation.
 *
 * @throws {InvalidJsonError} if the body cannot be written
 * @throws {EnvelopeCorruptError} naming a header that is no text
 */
export function createMessage(fields: NewMessage, mintId: MintId = newId): Message {
  const { topic, body, key, id = mintId(), attempts = 0, createdAt } = fields;
  const { payload, contentType } = encodeBody(body);
  const headers = { ...checkHeaders(fields.headers) };
  addHeader(headers, CONTENT_TYPE_HEADER, contentType);
  if (!hasHeader(headers, CORRELATION_HEADER)) {
    addHeader(headers, CORRELATION_HEADER, fields.correlationId ?? mintId());
  }
  return {
    id,
    topic,
    ...(key === undefined ? {} : { key }),
    payload,
    headers: Object.freeze(headers),
    attempts,
    ...(createdAt === undefined ? {} : { createdAt }),
    text: () => decodeUtf8(payload),
    json: () => parseJson(payload, { maxBytes: Math.max(payload.byteLength, 1) }),
  };
}

/**
 * Messages of one topic, one a body: each with an id and, unless one is given, a conversation of its own.
 *
 * @throws as {@link createMessage}; then none is made
 */
export function createMessages(
  bodies: readonly unknown[],
  shared: Omit<NewMessage, "body" | "id">,
  mintId: MintId = newId,
): readonly Message[] {
  return bodies.map((body) => createMessage({ ...shared, body }, mintId));
}

function addHeader(headers: Record<string, string>, name: string, value: string | undefined): void {
  if (value !== undefined && !hasHeader(headers, name)) headers[name] = value;
}

function hasHeader(headers: Readonly<Record<string, string>>, name: string): boolean {
  return Object.keys(headers).some((given) => given.toLowerCase() === name);
}

function checkHeaders(headers: NewMessage["headers"] = {}): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== "string") throw new EnvelopeCorruptError(name, "must be text as a header");
  }
  return headers;
}
