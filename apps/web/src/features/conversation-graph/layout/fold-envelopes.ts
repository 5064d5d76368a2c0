import { type EnvelopeFacts, laneOf } from "./envelope-facts.ts";

/** Siblings of one type and cause are folded when there are more of them than this. */
export const FOLD_ABOVE = 6;

/** One box of the graph: an envelope, a stack of alike ones, or the place of one that is not recorded. */
export interface GraphItem {
  /** Envelope id, `stack …` or `gap …`; stable while envelopes are added. */
  readonly id: string;
  readonly kind: "envelope" | "stack" | "gap";
  readonly type: string;
  readonly lane: string;
  /** How many causes lie before it. */
  readonly hop: number;
  /** The box that led to this one. */
  readonly cause: string | undefined;
  /** One envelope, or all of a stack, in the order they came; none for a gap. */
  readonly members: readonly EnvelopeFacts[];
  /** What to unfold a stack by. */
  readonly group: string | undefined;
}

/** How many of a group are shown one by one, by group; pages are added to it. */
export type Unfolded = Readonly<Record<string, number>>;

interface Level {
  readonly cause: GraphItem | undefined;
  readonly envelopes: readonly EnvelopeFacts[];
}

/**
 * Reads the order of a conversation from causation alone and folds what repeats. Effects of a folded stack are grouped in their turn, so
 * that ten thousand envelopes become a few boxes. An envelope whose cause is not recorded hangs on a gap; causes that go in a circle
 * are cut where the circle began. Linear in the number of envelopes.
 */
export function foldEnvelopes(
  envelopes: readonly EnvelopeFacts[],
  unfolded: Unfolded = {},
  foldAbove = FOLD_ABOVE,
): readonly GraphItem[] {
  const byId = new Map(envelopes.map((envelope) => [envelope.id, envelope]));
  const causes = causesOf(byId);
  const effects = new Map<string, EnvelopeFacts[]>();
  const roots: EnvelopeFacts[] = [];
  const gaps = new Map<string, EnvelopeFacts[]>();
  for (const envelope of byId.values()) {
    const cause = causes.get(envelope.id);
    if (cause === undefined) roots.push(envelope);
    else if (byId.has(cause)) append(effects, cause, envelope);
    else append(gaps, cause, envelope);
  }
  const items: GraphItem[] = [];
  const levels: Level[] = [{ cause: undefined, envelopes: roots }];
  for (const [id, hanging] of gaps) {
    levels.push({ cause: gapItem(id, hanging), envelopes: hanging });
  }
  for (let level = levels.shift(); level; level = levels.shift()) {
    if (level.cause?.kind === "gap") items.push(level.cause);
    for (const item of itemsOf(level, unfolded, foldAbove)) {
      items.push(item);
      const next = item.members.flatMap(({ id }) => effects.get(id) ?? []);
      if (next.length > 0) levels.push({ cause: item, envelopes: next });
    }
  }
  return items;
}

function append(map: Map<string, EnvelopeFacts[]>, key: string, envelope: EnvelopeFacts) {
  const list = map.get(key);
  if (list) list.push(envelope);
  else map.set(key, [envelope]);
}

/** The cause of each envelope, without those that close a circle. */
function causesOf(byId: ReadonlyMap<string, EnvelopeFacts>): ReadonlyMap<string, string> {
  const causes = new Map<string, string>();
  const settled = new Set<string>();
  for (const start of byId.keys()) {
    const path = new Set<string>();
    let at: string | undefined = start;
    while (at !== undefined && !settled.has(at)) {
      path.add(at);
      const cause: string | undefined = byId.get(at)?.causationId;
      if (cause === undefined || path.has(cause)) break;
      causes.set(at, cause);
      at = cause;
    }
    for (const id of path) settled.add(id);
  }
  return causes;
}

function itemsOf(
  { cause, envelopes }: Level,
  unfolded: Unfolded,
  foldAbove: number,
): readonly GraphItem[] {
  const groups = new Map<string, EnvelopeFacts[]>();
  for (const envelope of envelopes)
    append(groups, `${laneOf(envelope)} ${envelope.type}`, envelope);
  return [...groups].flatMap(([key, members]) => {
    const group = `${cause?.id ?? "first"} > ${key}`;
    if (members.length <= foldAbove) return members.map((one) => envelopeItem(one, cause));
    const shown = members.slice(0, unfolded[group] ?? 0);
    const rest = members.slice(shown.length);
    const single = shown.map((one) => envelopeItem(one, cause));
    return rest.length === 0 ? single : [...single, stackItem(group, rest, cause)];
  });
}

function hopAfter(cause: GraphItem | undefined): number {
  return cause ? cause.hop + 1 : 0;
}

function envelopeItem(envelope: EnvelopeFacts, cause: GraphItem | undefined): GraphItem {
  return {
    id: envelope.id,
    kind: "envelope",
    type: envelope.type,
    lane: laneOf(envelope),
    hop: hopAfter(cause),
    cause: cause?.id,
    members: [envelope],
    group: undefined,
  };
}

function stackItem(
  group: string,
  members: readonly EnvelopeFacts[],
  cause: GraphItem | undefined,
): GraphItem {
  const [first] = members;
  return {
    id: `stack ${group}`,
    kind: "stack",
    type: first?.type ?? "",
    lane: first ? laneOf(first) : "",
    hop: hopAfter(cause),
    cause: cause?.id,
    members,
    group,
  };
}

/** A gap stands in the lane of what hangs on it, since nobody knows its own. */
function gapItem(id: string, hanging: readonly EnvelopeFacts[]): GraphItem {
  const [first] = hanging;
  return {
    id: `gap ${id}`,
    kind: "gap",
    type: id,
    lane: first ? laneOf(first) : "",
    hop: 0,
    cause: undefined,
    members: [],
    group: undefined,
  };
}
