import type { Clock } from "../kernel/clock.ts";
import { systemClock } from "../kernel/clock.ts";
import type { MintId } from "../kernel/ids.ts";
import { newId } from "../kernel/ids.ts";
import { buildEnvelope, ensureEnvelope } from "./build-envelope.ts";
import type { Envelope, ExtensionValue } from "./envelope.ts";
import { ATTEMPT_EXTENSION, DEFAULT_SOURCE, SPECVERSION } from "./envelope.ts";
import { EnvelopeCorruptError } from "./errors.ts";

/** What an envelope is made from; what is absent is filled in or left out. */
export interface NewEnvelope {
  readonly type: string;
  readonly subject?: string;
  /** Anything that can be written as JSON, see `toJsonValue`; copied. */
  readonly data?: unknown;
  /** `xsm` by default. */
  readonly source?: string;
  /** A new UUIDv7 by default. */
  readonly id?: string;
  /** Now by default. */
  readonly time?: string | Date;
  readonly datacontenttype?: string;
  readonly correlationid?: string;
  readonly causationid?: string;
  readonly machineid?: string;
  readonly machineversion?: string;
  readonly extensions?: Readonly<Record<string, ExtensionValue | undefined>>;
}

/** Where ids and the time come from. */
export interface EnvelopeSources {
  readonly clock?: Clock;
  readonly mintId?: MintId;
}

/**
 * Make an envelope; a missing id and time are filled in.
 *
 * @throws {EnvelopeCorruptError} naming the attribute that does not hold
 */
export function createEnvelope(fields: NewEnvelope, sources: EnvelopeSources = {}): Envelope {
  const { clock = systemClock, mintId = newId } = sources;
  const { id = mintId(), source = DEFAULT_SOURCE, time = clock.now() } = fields;
  return buildEnvelope({ ...fields, id, source, time: timeText(time), specversion: SPECVERSION });
}

/** What {@link replaceEnvelope} may change; `undefined` takes an optional attribute away. */
export type EnvelopeChanges = Partial<NewEnvelope>;

/**
 * A copy with some attributes changed; the id is kept unless it is among them.
 *
 * @throws {EnvelopeCorruptError} naming the attribute that does not hold
 */
export function replaceEnvelope(envelope: Envelope, changes: EnvelopeChanges): Envelope {
  const parts: Record<string, unknown> = { ...ensureEnvelope(envelope), ...changes };
  if (changes.time !== undefined) parts.time = timeText(changes.time);
  return buildEnvelope(parts);
}

/**
 * A copy that says it was tried `attempt` times.
 *
 * @throws {EnvelopeCorruptError} if `attempt` is not a non-negative integer
 */
export function withAttempt(envelope: Envelope, attempt: number): Envelope {
  const extensions = { ...envelope.extensions, [ATTEMPT_EXTENSION]: attempt };
  return replaceEnvelope(envelope, { extensions });
}

/** How often an envelope says it was tried; 0 if it does not say. */
export function attemptOf(envelope: Envelope): number {
  const attempt = envelope.extensions[ATTEMPT_EXTENSION];
  return typeof attempt === "number" ? attempt : 0;
}

function timeText(time: string | Date): string {
  if (!(time instanceof Date)) return time;
  if (Number.isNaN(time.getTime())) throw new EnvelopeCorruptError("time", "must be a valid date");
  return time.toISOString();
}
