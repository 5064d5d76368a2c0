import { CONTENT_TYPE_HEADER, type Message } from "../envelope/messages/message.ts";

const JSON_TYPE = /^application\/([a-z0-9.-]+\+)?json\b/i;
const TEXT_TYPE = /^text\//i;

/** Makes of a message what its handler works with. */
export type DecodeBody<Body> = (message: Message) => Body;

/**
 * The body as its content type says: JSON parsed, text as text, anything else as bytes.
 *
 * @throws {InvalidJsonError} if it is not what the content type says
 */
export const decodeBody: DecodeBody<unknown> = (message) => {
  const type = contentTypeOf(message);
  if (JSON_TYPE.test(type)) return message.json();
  return TEXT_TYPE.test(type) ? message.text() : message.payload;
};

function contentTypeOf({ headers }: Message): string {
  const name = Object.keys(headers).find((given) => given.toLowerCase() === CONTENT_TYPE_HEADER);
  return name === undefined ? "" : (headers[name] ?? "");
}
