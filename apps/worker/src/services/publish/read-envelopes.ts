import {
  decodeEnvelope,
  defaultEventName,
  type Envelope,
  EnvelopeCorruptError,
  encodeEnvelope,
  isReservedEventName,
  parseEnvelope,
} from "@sagascope/core";

/** One envelope that is refused, and why. */
export interface RefusedEnvelope {
  /** Its place in the file, from 0. */
  readonly index: number;
  /** The attribute at fault; absent when the envelope as a whole is. */
  readonly field?: string;
  readonly problem: string;
}

export interface ReadEnvelopes {
  readonly envelopes: readonly Envelope[];
  readonly refused: readonly RefusedEnvelope[];
}

/**
 * Read the CloudEvents of a file: one as a JSON object, several as a JSON array, or one a line. Every one is checked, so
 * that all that is wrong is said at once.
 */
export function readEnvelopes(text: string): ReadEnvelopes {
  const results = partsOf(text).map((part, index) => readOne(part, index));
  return {
    envelopes: results.flatMap(({ envelope }) => (envelope === undefined ? [] : [envelope])),
    refused: results.flatMap(({ refused }) => (refused === undefined ? [] : [refused])),
  };
}

/** Text that is still to be decoded, or a value that came out of an array. */
type Part = { readonly text: string } | { readonly value: unknown };

/** A file whose first line is a whole JSON value is read line by line, unless the whole of it is one. */
function partsOf(text: string): readonly Part[] {
  const whole = parsed(text);
  if (whole !== undefined) {
    return Array.isArray(whole.value) ? whole.value.map((value) => ({ value })) : [{ text }];
  }
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const isLines = lines.length > 1 && parsed(lines[0] ?? "") !== undefined;
  return isLines ? lines.map((line) => ({ text: line })) : [{ text }];
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function readOne(
  part: Part,
  index: number,
): { readonly envelope?: Envelope; readonly refused?: RefusedEnvelope } {
  try {
    const envelope = "text" in part ? decodeEnvelope(part.text) : parseEnvelope(part.value);
    encodeEnvelope(envelope); // checks its size, which an array's member was not
    const refused = refusalOf(envelope, index);
    return refused === undefined ? { envelope } : { refused };
  } catch (error) {
    if (!(error instanceof EnvelopeCorruptError)) throw error;
    return { refused: { index, field: error.attribute, problem: error.message } };
  }
}

/** What an envelope from outside needs besides its shape. */
function refusalOf({ subject, type }: Envelope, index: number): RefusedEnvelope | undefined {
  if (subject === undefined || subject.trim() === "") {
    return { index, field: "subject", problem: "subject is required: it names the instance" };
  }
  if (isReservedEventName(type) || isReservedEventName(defaultEventName(type))) {
    return { index, field: "type", problem: `type '${type}' is reserved for the engine` };
  }
  return undefined;
}
