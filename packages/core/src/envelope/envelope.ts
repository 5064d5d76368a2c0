import type { JsonValue } from "../kernel/json.ts";

/** The one CloudEvents version that is spoken. */
export const SPECVERSION = "1.0";

/** Extension that counts how often an envelope was tried. Never trusted for deciding anything. */
export const ATTEMPT_EXTENSION = "xsmattempt";

/** Deepest level a value inside `data` may lie at; `data` itself lies at 0. */
export const MAX_DATA_DEPTH = 64;

/** Default cap on the size of an encoded envelope, in UTF-8 bytes, inclusive: 1 MiB. */
export const DEFAULT_MAX_BYTES = 1_048_576;

/** Longest attribute value, in Unicode characters. Extension values have no cap of their own. */
export const MAX_ATTRIBUTE_CHARACTERS = 1_024;

/** `datacontenttype` where the sender named none. */
export const DEFAULT_CONTENT_TYPE = "application/json";

/** `source` where the caller named none. */
export const DEFAULT_SOURCE = "xsm";

/** What CloudEvents lets an extension hold. Numbers are integers. */
export type ExtensionValue = string | number | boolean;

/**
 * A CloudEvents 1.0 event. Frozen through and through, and it shares nothing with what it was made from.
 *
 * `id` is the idempotency key; `subject` is the key of the instance and the unit of order. Extensions stand apart
 * here and flat on the wire. Data that is bytes is held as `{ data_base64: "…" }`, so that it stays JSON.
 */
export interface Envelope {
  readonly specversion: typeof SPECVERSION;
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly subject?: string;
  /** RFC 3339 by agreement; any text unless decoded with `time: "strict"`. */
  readonly time?: string;
  readonly datacontenttype: string;
  /** Absent when the event has none; never `null`. */
  readonly data?: JsonValue;
  /** The conversation this event belongs to. */
  readonly correlationid?: string;
  /** The id of the envelope that led to this one. */
  readonly causationid?: string;
  readonly machineid?: string;
  readonly machineversion?: string;
  readonly extensions: Readonly<Record<string, ExtensionValue>>;
}

/** The attributes of an envelope that are text, in wire order; `data` stands between the last two groups. */
export const TEXT_ATTRIBUTES = [
  "id",
  "type",
  "source",
  "subject",
  "time",
  "datacontenttype",
  "correlationid",
  "causationid",
  "machineid",
  "machineversion",
] as const;

const ATTRIBUTES: ReadonlySet<string> = new Set(["specversion", "data", ...TEXT_ATTRIBUTES]);

/** Whether a name is an attribute of ours, which no extension may reuse. */
export function isEnvelopeAttribute(name: string): boolean {
  return ATTRIBUTES.has(name);
}
