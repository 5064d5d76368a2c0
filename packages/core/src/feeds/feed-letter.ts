import { buildLetter } from "../dead-letters/build-letter.ts";
import { type LetterCapture, toErrorRecord } from "../dead-letters/capture.ts";
import { envelopeWorkKey } from "../dead-letters/envelope-work-key.ts";
import type { ErrorRecord, NewDeadLetter } from "../dead-letters/letter.ts";
import { decodeEnvelope } from "../envelope/decode-envelope.ts";
import type { Envelope } from "../envelope/envelope.ts";
import { EnvelopeCorruptError } from "../envelope/errors.ts";
import type { Clock } from "../kernel/clock.ts";
import type { JsonValue } from "../kernel/json.ts";
import type { FeedRecord } from "../projects/feed.ts";

/** What letters of a feed are made with. */
export interface FeedLetterContext {
  readonly project: string;
  readonly feed: string;
  readonly capture: LetterCapture;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** An error as a cursor and a letter show it: scrubbed. */
export function feedErrorRecord(
  context: FeedLetterContext,
  error: unknown,
  attempt: number,
): ErrorRecord {
  return toErrorRecord(error, {
    attempt,
    at: context.clock.now(),
    source: context.feed,
    scrub: (text) => context.capture.scrub(text),
  });
}

/** The dead letter of an event that a feed leaves out: redacted for people, the original sealed. */
export function buildFeedLetter(
  context: FeedLetterContext,
  record: FeedRecord,
  failure: { readonly error: unknown; readonly attempts: number },
): NewDeadLetter {
  const { envelope: text } = record;
  const decoded = decodedOf(text);
  return buildLetter(
    {
      project: context.project,
      consumer: context.feed,
      workKey: envelopeWorkKey(record),
      source: "feed",
      reason: failure.error instanceof EnvelopeCorruptError ? "corrupt" : "max_attempts",
      subject: record.subject,
      topic: record.topic,
      eventType: record.type,
      envelopeId: record.id,
      envelope: { ...(decoded ? { decoded } : {}), wire: JSON.parse(text) as JsonValue, text },
      attempts: failure.attempts,
      errors: [feedErrorRecord(context, failure.error, failure.attempts)],
    },
    context.newId(),
    context.capture,
  );
}

/** The column is JSON; whether it is an envelope too is another matter. */
function decodedOf(text: string): Envelope | undefined {
  try {
    return decodeEnvelope(text);
  } catch {
    return undefined;
  }
}
