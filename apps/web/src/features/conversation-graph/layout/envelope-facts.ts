import { decodeSkeleton, type SkeletonPage } from "../../../lib/conversation-skeleton.ts";

/** What became of an envelope, as far as it is known: every one of them was recorded. */
export type EnvelopeStatus = "recorded" | "waiting" | "dead-letter";

/** One envelope of a conversation, as far as its drawing needs it. */
export interface EnvelopeFacts {
  /** Where it was recorded, to ask for what was done with it. */
  readonly seq: string;
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly machineId?: string;
  readonly machineVersion?: string;
  /** The observed service that sent it, by the name its project gives it. */
  readonly service?: string;
  readonly topic?: string;
  /** Id of the envelope that led to this one; it may not be recorded. */
  readonly causationId?: string;
  /** When it was recorded, in milliseconds since 1970: a caption, never an order. */
  readonly atMs: number;
  readonly status: EnvelopeStatus;
  readonly attempts?: number;
  /** Why it is a dead letter, in a few words. */
  readonly error?: string;
  /** Who gave up on it or has still to act on it. */
  readonly consumers?: readonly string[];
}

/** An envelope that the chart of a machine leads one to expect. */
export interface ExpectedEnvelope {
  readonly type: string;
  readonly causationId: string;
  readonly machineId?: string;
  readonly source: string;
}

/** What is out of the ordinary about envelopes: who has still to act on one, and who gave up. */
export interface EnvelopeMarks {
  readonly waiting: readonly {
    readonly eventId: string;
    readonly sink: string;
    readonly attempts: number;
  }[];
  readonly letters: readonly {
    readonly envelopeId: string | null;
    readonly consumer: string;
    readonly causeTitle: string;
    readonly attempts: number;
  }[];
}

/** Everything that a drawing of a conversation starts from. */
export interface ConversationSource {
  readonly pages: readonly SkeletonPage[];
  readonly marks: EnvelopeMarks;
}

/** The envelopes of a conversation, each once, with the worst that became of it. */
export function readEnvelopes({ pages, marks }: ConversationSource): EnvelopeFacts[] {
  const letters = groupBy(marks.letters, ({ envelopeId }) => envelopeId);
  const waiting = groupBy(marks.waiting, ({ eventId }) => eventId);
  const seen = new Set<string>();
  return pages.flatMap(decodeSkeleton).flatMap((row): EnvelopeFacts[] => {
    if (seen.has(row.id)) return []; // its sender repeated it
    seen.add(row.id);
    const { machineId, machineVersion, service, causationId, ...facts } = row;
    const dead = letters.get(row.id) ?? [];
    const held = waiting.get(row.id) ?? [];
    const [letter] = dead;
    return [
      {
        ...facts,
        ...(machineId === null ? {} : { machineId }),
        ...(machineVersion === null ? {} : { machineVersion }),
        ...(service === null ? {} : { service }),
        ...(causationId === null ? {} : { causationId }),
        status: letter ? "dead-letter" : held.length > 0 ? "waiting" : "recorded",
        attempts: letter?.attempts ?? held[0]?.attempts,
        error: letter?.causeTitle,
        consumers: [...dead.map(({ consumer }) => consumer), ...held.map(({ sink }) => sink)],
      },
    ];
  });
}

/** The service an envelope belongs to: its machine, else who it is observed to be of, else its source without the leading slash. */
export function laneOf({
  machineId,
  service,
  source,
}: Pick<EnvelopeFacts, "machineId" | "service" | "source">): string {
  return machineId ?? service ?? (source.replace(/^\/+/, "") || source);
}

/** A type in two parts: `card.charge.declined` is read `card.charge`, `declined`. */
export function typeParts(type: string): { readonly prefix: string; readonly word: string } {
  const dot = type.lastIndexOf(".");
  return dot <= 0 || dot === type.length - 1
    ? { prefix: "", word: type }
    : { prefix: type.slice(0, dot), word: type.slice(dot + 1) };
}

/** Lists by key, in the order of the list. */
export function groupBy<Key, One>(list: readonly One[], keyOf: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>();
  for (const one of list) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
