import { EnvelopeCorruptError } from "../envelope/errors.ts";
import { createMessage, type Message } from "../envelope/messages/message.ts";
import { isJsonObject } from "../kernel/json.ts";
import type { ClaimedRow } from "./outbox-storage.ts";

/**
 * A claimed row as the message it holds. Rows are read one by one, so that one which cannot be read stands in nobody's way.
 *
 * @throws {EnvelopeCorruptError} naming the field that is not what it should be
 */
export function readClaimed(row: ClaimedRow): Message {
  const { id, topic, key, payload, deliveries: attempts, createdAt } = row;
  if (!(payload instanceof Uint8Array)) throw new EnvelopeCorruptError("payload", "must be bytes");
  return createMessage({
    ...{ id, topic, body: payload, attempts, createdAt, correlationId: id },
    ...(key === null ? {} : { key }),
    headers: readHeaders(row.headers),
  });
}

function readHeaders(headers: unknown): Readonly<Record<string, string>> {
  if (headers === null || headers === undefined) return {};
  if (!isJsonObject(headers)) throw new EnvelopeCorruptError("headers", "must be an object");
  return headers as Readonly<Record<string, string>>; // `createMessage` looks at each of them
}
