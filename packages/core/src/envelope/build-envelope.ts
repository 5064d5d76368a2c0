import { InvalidJsonError } from "../kernel/errors.ts";
import type { JsonValue } from "../kernel/json.ts";
import { toJsonValue } from "../kernel/to-json-value.ts";
import { checkExtensions } from "./check-extensions.ts";
import { checkText } from "./check-text.ts";
import type { Envelope } from "./envelope.ts";
import { DEFAULT_CONTENT_TYPE, MAX_DATA_DEPTH, SPECVERSION, TEXT_ATTRIBUTES } from "./envelope.ts";
import { EnvelopeCorruptError } from "./errors.ts";
import { isRfc3339 } from "./rfc3339.ts";

/** How strictly attributes are read. */
export interface EnvelopeChecks {
  /** `lenient` takes any text as `time`, as older senders need; `strict` wants RFC 3339. Lenient by default. */
  readonly time?: "lenient" | "strict";
}

/** The parts of an envelope before they are checked, by attribute; `extensions` apart. */
export type EnvelopeParts = Readonly<Record<string, unknown>>;

const built = new WeakSet<object>();
const frozenData = new WeakSet<object>();

/**
 * Check every part and make the frozen envelope.
 *
 * @throws {EnvelopeCorruptError} naming the first attribute that is missing or malformed
 */
export function buildEnvelope(parts: EnvelopeParts, checks: EnvelopeChecks = {}): Envelope {
  if (parts.specversion !== SPECVERSION) {
    throw new EnvelopeCorruptError("specversion", `must be the string "${SPECVERSION}"`);
  }
  const attributes: Record<string, unknown> = { specversion: SPECVERSION };
  for (const name of TEXT_ATTRIBUTES) {
    const text = checkText(name, parts[name]);
    if (text !== undefined) attributes[name] = text;
  }
  checkTime(attributes.time, checks);
  attributes.datacontenttype ??= DEFAULT_CONTENT_TYPE;
  const data = checkData(parts.data);
  if (data !== undefined) attributes.data = data;
  attributes.extensions = checkExtensions(parts.extensions);

  const envelope = Object.freeze(attributes) as unknown as Envelope;
  built.add(envelope);
  return envelope;
}

/** The same envelope if it was made here and so is known to hold, else a checked copy. */
export function ensureEnvelope(envelope: Envelope): Envelope {
  return built.has(envelope) ? envelope : buildEnvelope({ ...envelope });
}

function checkTime(time: unknown, checks: EnvelopeChecks): void {
  if (checks.time !== "strict" || time === undefined) return;
  if (typeof time !== "string" || !isRfc3339(time)) {
    throw new EnvelopeCorruptError("time", "must be an RFC 3339 timestamp");
  }
}

/** `null` data is no data. Data that was frozen here before is shared, not copied again. */
function checkData(data: unknown): JsonValue | undefined {
  if (data === undefined || data === null) return undefined;
  if (typeof data === "object" && frozenData.has(data)) return data as JsonValue;
  const copy = copyData(data);
  if (copy === null) return undefined;
  if (typeof copy === "object") frozenData.add(copy);
  return copy;
}

function copyData(data: unknown): JsonValue {
  try {
    return toJsonValue(data, MAX_DATA_DEPTH);
  } catch (error) {
    if (!(error instanceof InvalidJsonError)) throw error;
    const problem =
      error.reason === "depth"
        ? `is nested deeper than ${MAX_DATA_DEPTH}`
        : `cannot be written as JSON: ${error.message}`;
    throw new EnvelopeCorruptError("data", problem, { cause: error });
  }
}
