import type { FeedRecord } from "../../projects/feed.ts";

/** An event in the form that a far side reads. */
export interface EncodedRecord {
  /** What consumers tell events apart by. Follows from the event alone: the same after an export, a restore or a replay. */
  readonly messageId: string;
  readonly contentType: string;
  /** JSON text. */
  readonly body: string;
  /** The same, flat, for far sides that keep fields. */
  readonly fields: readonly EncodedField[];
}

/** One field: its name, and text or bytes. */
export type EncodedField = readonly [name: string, value: string | Uint8Array];

/** How events are written for a far side. */
export interface FeedEncoding {
  /** Content type of several bodies in one JSON array. */
  readonly batchContentType: string;
  /** @throws {EnvelopeCorruptError} if what is stored cannot be written in this form */
  encode(record: FeedRecord): EncodedRecord;
}

/** The front of a batch that could be encoded, and why the next event could not. */
export interface EncodedFront {
  readonly encoded: readonly EncodedRecord[];
  readonly failure: { readonly error: unknown } | undefined;
}

/** Encode up to the first event that cannot be: one bad event does not hold up those before it. */
export function encodeFront(encoding: FeedEncoding, batch: readonly FeedRecord[]): EncodedFront {
  const encoded: EncodedRecord[] = [];
  for (const record of batch) {
    try {
      encoded.push(encoding.encode(record));
    } catch (error) {
      return { encoded, failure: { error } };
    }
  }
  return { encoded, failure: undefined };
}
