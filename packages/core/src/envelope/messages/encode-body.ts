import { toJsonValue } from "../../kernel/to-json-value.ts";
import { MAX_DATA_DEPTH } from "../envelope.ts";

/** A body as bytes, and what they are. */
export interface EncodedBody {
  readonly payload: Uint8Array;
  /** Undefined where the body came as bytes, which say nothing about themselves, or there is none. */
  readonly contentType: string | undefined;
}

/**
 * Write down what an application publishes: bytes as they are, text as UTF-8, anything else as compact JSON with characters
 * beyond ASCII kept. An object of a class is written by its `toJSON`, or by its own properties; `undefined` is no body.
 *
 * @throws {InvalidJsonError} if the body is none of these, cyclic, or nested deeper than an envelope's data may be
 */
export function encodeBody(body: unknown): EncodedBody {
  if (body === undefined) return { payload: new Uint8Array(), contentType: undefined };
  if (body instanceof Uint8Array) return { payload: Uint8Array.from(body), contentType: undefined };
  if (typeof body === "string") {
    return { payload: Buffer.from(body, "utf8"), contentType: "text/plain; charset=utf-8" };
  }
  const text = JSON.stringify(toJsonValue(body, MAX_DATA_DEPTH));
  return { payload: Buffer.from(text, "utf8"), contentType: "application/json" };
}
