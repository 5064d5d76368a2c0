import type { RouterOutputs } from "@/trpc/react.tsx";

/** Everything that one correlation id ties together. */
export type Conversation = RouterOutputs["conversations"]["get"];
/** One envelope with its data masked, and what became of it. */
export type Envelope = RouterOutputs["envelopes"]["get"];

/** What became of an envelope. */
export type EnvelopeStatus = "processed" | "recorded" | "waiting" | "dead-letter";

/** An envelope as the graph draws it. */
export interface GraphEnvelope {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly subject: string;
  readonly machineId?: string;
  readonly machineVersion?: string;
  readonly causationId?: string;
  readonly at: Date;
  readonly status: EnvelopeStatus;
  readonly attempts?: number;
  readonly error?: string;
}

/** The envelopes of a conversation, each once, with the worst that became of it. */
export function toGraphEnvelopes(conversation: Conversation): GraphEnvelope[] {
  const { events, consumptions, waiting, letters } = conversation;
  const consumed = new Set(consumptions.map(({ eventId }) => eventId));
  const seen = new Set<string>();
  return events.flatMap((event) => {
    if (seen.has(event.id)) return []; // its sender repeated it
    seen.add(event.id);
    const letter = letters.find((each) => each.envelopeId === event.id && each.resolvedAt === null);
    const delivery = waiting.find((each) => each.eventId === event.id);
    return {
      id: event.id,
      type: event.type,
      source: event.source,
      subject: event.subject,
      machineId: event.machineId ?? undefined,
      machineVersion: event.machineVersion ?? undefined,
      causationId: event.causationId ?? undefined,
      at: event.recordedAt,
      status: statusOf(letter !== undefined, delivery !== undefined, consumed.has(event.id)),
      attempts: letter?.attempts ?? delivery?.attempts,
      error: letter?.causeTitle,
    };
  });
}

function statusOf(isDead: boolean, isWaiting: boolean, isConsumed: boolean): EnvelopeStatus {
  if (isDead) return "dead-letter";
  if (isWaiting) return "waiting";
  return isConsumed ? "processed" : "recorded";
}

/** The facts of a conversation for its title. */
export interface Summary {
  readonly subject: string;
  readonly envelopes: number;
  readonly services: number;
  readonly tookMs: number;
  readonly openLetters: number;
  readonly waiting: number;
  /** Causes that are named and not recorded. */
  readonly gaps: number;
}

/** Sum a conversation up. */
export function summaryOf(conversation: Conversation): Summary {
  const { events, letters, waiting, participants } = conversation;
  const ids = new Set(events.map(({ id }) => id));
  const first = events[0];
  const missing = events.flatMap(({ causationId }) =>
    causationId !== null && !ids.has(causationId) ? [causationId] : [],
  );
  return {
    subject: first?.subject ?? participants[0]?.subject ?? conversation.correlationId,
    envelopes: ids.size,
    services: new Set(events.map(({ machineId, source }) => machineId ?? source)).size,
    tookMs: first ? (events.at(-1) ?? first).recordedAt.getTime() - first.recordedAt.getTime() : 0,
    openLetters: letters.filter(({ resolvedAt }) => resolvedAt === null).length,
    waiting: waiting.length,
    gaps: new Set(missing).size,
  };
}
