import type { RouterOutputs } from "@/trpc/react.tsx";

/** What one correlation id ties together, but for its envelopes. */
export type Conversation = RouterOutputs["conversations"]["get"];
/** Where a part of its envelopes stands. */
export type SkeletonPage = RouterOutputs["conversations"]["skeleton"];
/** What was done with one of its envelopes. */
export type Deeds = RouterOutputs["conversations"]["deeds"][number];
/** One envelope with its data masked, and what became of it. */
export type Envelope = RouterOutputs["envelopes"]["get"];

/** What the drawing tells of a conversation, once there is one. */
export interface DrawnCounts {
  readonly envelopes: number;
  readonly services: number;
  /** Causes that are named and not recorded. */
  readonly gaps: number;
}

/** The facts of a conversation for its title. */
export interface Summary {
  readonly subject: string;
  /** Each envelope once; as long as that is not known, rows. */
  readonly envelopes: number;
  readonly services: number | undefined;
  readonly tookMs: number;
  readonly gaps: number;
}

/** Sum a conversation up. */
export function summaryOf(conversation: Conversation, drawn: DrawnCounts | undefined): Summary {
  const { correlationId, subject, recorded, startedAt, lastAt, participants } = conversation;
  return {
    subject: subject ?? participants[0]?.subject ?? correlationId,
    envelopes: drawn?.envelopes ?? recorded,
    services: drawn?.services,
    tookMs: startedAt && lastAt ? lastAt.getTime() - startedAt.getTime() : 0,
    gaps: drawn?.gaps ?? 0,
  };
}
