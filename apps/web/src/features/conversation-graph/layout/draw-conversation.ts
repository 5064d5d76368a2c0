import type { ConversationLayout } from "./conversation-layout.ts";
import type { Deeds } from "./deeds.ts";
import { type ExpectedEnvelope, laneOf } from "./envelope-facts.ts";
import { type Folding, foldEnvelopes, type GraphItem } from "./fold-envelopes.ts";
import { layoutConversation } from "./layout-conversation.ts";
import { layoutSequence, type SequenceLayout } from "./layout-sequence.ts";
import { layoutTime, type TimeLayout } from "./layout-time.ts";
import type { Causation } from "./read-causation.ts";
import { shortHash } from "./short-hash.ts";

/** The ways to look at a conversation. */
export type ConversationViewName = "graph" | "sequence" | "time";

/** What a drawing is made by. */
export interface DrawingOptions {
  readonly view: ConversationViewName;
  readonly folding: Folding;
  /** What was done with the envelopes that are drawn, as far as it was read. */
  readonly deeds: readonly Deeds[];
  readonly expected?: readonly ExpectedEnvelope[];
}

/** How much of a conversation is drawn, and how much stands behind what is drawn. */
export interface DrawingCounts {
  readonly envelopes: number;
  readonly services: number;
  /** Envelopes that have a box of their own. */
  readonly drawn: number;
  /** Those in stacks, and how many stacks there are. */
  readonly folded: number;
  readonly stacks: number;
  /** Those behind shut boxes, and how many of these there are. */
  readonly hidden: number;
  readonly shut: number;
  /** Causes that are named and not recorded. */
  readonly gaps: number;
}

/** The boxes of a conversation and a place for each in one of the views. */
export interface Drawing {
  readonly items: readonly GraphItem[];
  readonly counts: DrawingCounts;
  readonly layout:
    | ({ readonly view: "graph" } & ConversationLayout)
    | ({ readonly view: "sequence" } & SequenceLayout)
    | ({ readonly view: "time" } & TimeLayout);
}

/** Draws a conversation. Pure; takes time in proportion to the number of envelopes, and gives at most some hundred boxes. */
export function drawConversation(causation: Causation, options: DrawingOptions): Drawing {
  const folded = foldEnvelopes(causation, options.folding);
  const items = [...folded, ...expectedItems(folded, options.expected ?? [])];
  return {
    items,
    counts: countsOf(causation, items),
    layout: layoutOf(causation, items, options),
  };
}

function layoutOf(
  causation: Causation,
  items: readonly GraphItem[],
  { view, deeds }: DrawingOptions,
): Drawing["layout"] {
  const bySeq = new Map(deeds.map((one) => [one.seq, one]));
  if (view === "graph") return { view, ...layoutConversation(items, causation) };
  if (view === "sequence") return { view, ...layoutSequence(items, causation, bySeq) };
  return { view, ...layoutTime(items, causation, bySeq) };
}

function countsOf(causation: Causation, items: readonly GraphItem[]): DrawingCounts {
  const sum = (list: readonly GraphItem[], of: (item: GraphItem) => number) =>
    list.reduce((total, item) => total + of(item), 0);
  const stacks = items.filter(({ kind }) => kind === "stack");
  const shut = items.filter(({ isShut }) => isShut);
  return {
    envelopes: causation.inOrder.length,
    services: causation.lanes.size,
    drawn: items.filter(({ kind }) => kind === "envelope").length,
    folded: sum(stacks, ({ count }) => count),
    stacks: stacks.length,
    hidden: sum(shut, ({ after }) => after),
    shut: shut.length,
    gaps: causation.gaps.size,
  };
}

/** What the charts lead one to expect, behind the boxes that it follows. */
function expectedItems(
  items: readonly GraphItem[],
  expected: readonly ExpectedEnvelope[],
): readonly GraphItem[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return expected.flatMap((one): GraphItem[] => {
    const cause = byId.get(one.causationId);
    if (!cause || cause.isShut) return [];
    const id = `expected ${cause.id} ${one.type}`;
    return [
      {
        ...cause,
        ...{ id, kind: "expected", status: "expected", type: one.type, types: 1, count: 0 },
        ...{ key: shortHash(id), lane: laneOf(one), hop: cause.hop + 1, cause: cause.id },
        ...{ first: undefined, group: undefined, dead: undefined, deadCount: 0, attempts: 1 },
        ...{ after: 0, rank: Number.MAX_SAFE_INTEGER },
      },
    ];
  });
}
