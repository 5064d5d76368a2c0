import { createEnvelope, type EnvelopeSources } from "../envelope/create-envelope.ts";
import { DEFAULT_MAX_BYTES, type Envelope, MAX_DATA_DEPTH } from "../envelope/envelope.ts";
import { type JsonObject, type JsonValue, jsonDepthExceeds } from "../kernel/json.ts";
import { utf8Bytes } from "../kernel/parse-json.ts";
import type { NewDeadLetter } from "./letter.ts";

/** Type of the envelope that announces a dead letter. */
export const LETTER_TYPE = "xsm.deadletter";

/** Room for everything in an announcement but the letter's own envelope and snapshot. */
const FRAME_BYTES = 64 * 1_024;

/**
 * The envelope that tells others of a dead letter: as redacted as the letter itself, without the sealed original, under the
 * subject of what was given up and linked to the envelope that it came of. A part that is too deep or too large to travel says
 * so in its place.
 */
export function letterEnvelope(letter: NewDeadLetter, sources: EnvelopeSources = {}): Envelope {
  const { sealed: _sealed, sealKeyId: _sealKeyId, envelope, snapshot, ...facts } = letter;
  return createEnvelope(
    {
      type: LETTER_TYPE,
      source: `xsm/${letter.consumer}`,
      subject: letter.subject || (letter.machineId ?? letter.consumer),
      data: { ...facts, ...partsOf({ envelope, snapshot }) },
      causationid: letter.envelopeId,
      correlationid: letter.correlationId,
      machineid: letter.machineId,
      machineversion: letter.machineVersion,
    },
    sources,
  );
}

function partsOf(parts: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  let roomBytes = DEFAULT_MAX_BYTES - FRAME_BYTES;
  const fitting = Object.entries(parts).flatMap(([name, part]): [string, JsonValue][] => {
    if (part === undefined) return [];
    // The part lies at level 1 of the announcement's data.
    if (jsonDepthExceeds(part, MAX_DATA_DEPTH - 1)) return [[name, unsent("nested too deeply")]];
    const bytes = utf8Bytes(JSON.stringify(part));
    if (bytes > roomBytes) return [[name, unsent("too large")]];
    roomBytes -= bytes;
    return [[name, part]];
  });
  return Object.fromEntries(fitting);
}

function unsent(why: string): JsonObject {
  return { _unsent: why };
}
