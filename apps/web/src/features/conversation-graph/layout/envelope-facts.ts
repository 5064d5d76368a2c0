/** What became of an envelope. */
export type EnvelopeStatus = "processed" | "recorded" | "ignored" | "waiting" | "dead-letter";

/** One envelope of a conversation, as far as its graph needs it. */
export interface EnvelopeFacts {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly subject?: string;
  readonly machineId?: string;
  readonly machineVersion?: string;
  /** Id of the envelope that led to this one; it may not be recorded. */
  readonly causationId?: string;
  /** By the clock of whoever made it: a caption, never an order. */
  readonly at: Date;
  readonly status: EnvelopeStatus;
  readonly attempts?: number;
  /** Why it is a dead letter, in a few words. */
  readonly error?: string;
}

/** An envelope that the chart of a machine leads one to expect. */
export interface ExpectedEnvelope {
  readonly type: string;
  readonly causationId: string;
  readonly machineId?: string;
  readonly source: string;
}

/** The service an envelope belongs to: its machine, else its source without the leading slash. */
export function laneOf(envelope: Pick<EnvelopeFacts, "machineId" | "source">): string {
  return envelope.machineId ?? (envelope.source.replace(/^\/+/, "") || envelope.source);
}

/** A type in two parts: `card.charge.declined` is read `card.charge`, `declined`. */
export function typeParts(type: string): { readonly prefix: string; readonly word: string } {
  const dot = type.lastIndexOf(".");
  return dot <= 0 || dot === type.length - 1
    ? { prefix: "", word: type }
    : { prefix: type.slice(0, dot), word: type.slice(dot + 1) };
}
