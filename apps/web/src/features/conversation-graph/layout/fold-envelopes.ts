import { type EnvelopeFacts, type EnvelopeStatus, groupBy, laneOf } from "./envelope-facts.ts";
import type { Causation } from "./read-causation.ts";
import { shortHash } from "./short-hash.ts";

/** Siblings of one type (or lane) and cause are folded when there are more of them than this. */
export const FOLD_ABOVE = 6;
/** How many more of a stack one click shows, and how many there are at first where repeats are not grouped. */
export const PAGE = 24;
/** Boxes that are drawn unless somebody opens more, and with whatever somebody opened. */
export const BOXES_MAX = 240;
export const BOXES_MAX_OPENED = 600;
/** Boxes side by side under one cause; beyond it coarser groups are made. */
const SIBLINGS_MAX = 40;

/** How repeats are put together. */
export type Grouping = "type" | "lane" | "none";

/** What somebody chose to see. */
export interface Folding {
  readonly by: Grouping;
  /** Pages of stacks that were asked for, and things that are open although there is little room, by key. */
  readonly opened: Readonly<Record<string, number>>;
  /** Keys of boxes behind which nothing is drawn. */
  readonly shut: readonly string[];
  /** Id of an envelope that has a box of its own in any case, with all that led to it. */
  readonly reveal?: string;
}

/** What is shown before anybody chose. */
export const PLAIN_FOLDING: Folding = { by: "type", opened: {}, shut: [] };

/** One box of the drawing: an envelope, a stack of alike ones, the place of some that are not recorded, or one that is yet to come. */
export interface GraphItem {
  /** Envelope id, `stack …`, `gap …` or `expected …`; stable while envelopes are added. */
  readonly id: string;
  /** Short, for the address: what opens and closes behind it. */
  readonly key: string;
  readonly kind: "envelope" | "stack" | "gap" | "expected";
  /** Of the first; of a gap the id that is missing. */
  readonly type: string;
  /** How many different types there are in it. */
  readonly types: number;
  readonly lane: string;
  /** How many causes lie before it. */
  readonly hop: number;
  /** Place in the causal order, of the first in it. */
  readonly rank: number;
  /** The box that led to this one. */
  readonly cause: string | undefined;
  readonly first: EnvelopeFacts | undefined;
  /** Envelopes in it; of a gap the causes that are missing. */
  readonly count: number;
  /** What to unfold a stack by. */
  readonly group: string | undefined;
  /** The worst that became of any in it; letters are never hidden in a stack. */
  readonly status: EnvelopeStatus | "gap" | "expected";
  /** How many dead letters there are in it, and one of them. */
  readonly deadCount: number;
  readonly dead: EnvelopeFacts | undefined;
  readonly attempts: number;
  /** When the first and the last of them were recorded. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Envelopes that follow it, near and far, drawn or not. */
  readonly after: number;
  /** What follows is not drawn. */
  readonly isShut: boolean;
}

type Made = { -readonly [Key in keyof GraphItem]: GraphItem[Key] };

interface Level {
  readonly cause: Made | undefined;
  readonly envelopes: readonly EnvelopeFacts[];
}

/**
 * Puts together what repeats, and closes what there is no room for, so that a conversation of any size becomes a few hundred boxes. Every
 * envelope is counted: it has a box, is in a stack, or is among those that follow a shut box.
 */
export function foldEnvelopes(
  causation: Causation,
  folding: Folding = PLAIN_FOLDING,
  boxesMax = BOXES_MAX,
): readonly GraphItem[] {
  const reveal = pathTo(causation, folding.reveal);
  const shut = new Set(folding.shut);
  const items: Made[] = [];
  const levels: Level[] = [
    { cause: undefined, envelopes: causation.roots },
    ...gapsOf(causation, reveal),
  ];
  // The end of the list moves while it is read: `shift` would take the square of its length.
  for (let at = 0; at < levels.length; at++) {
    const level = levels[at];
    if (!level) break;
    if (level.cause?.kind === "gap") items.push(level.cause);
    const made = itemsOf(causation, level, folding, reveal);
    if (level.cause && isClosed(level.cause, level.envelopes, items.length + made.length)) {
      level.cause.isShut = true;
      continue;
    }
    for (const { item, members } of made) {
      items.push(item);
      const next = members.flatMap(({ id }) => causation.effectsOf.get(id) ?? []);
      if (next.length > 0) levels.push({ cause: item, envelopes: next });
    }
  }
  return items;

  function isClosed(cause: Made, effects: readonly EnvelopeFacts[], wouldBe: number): boolean {
    if (shut.has(cause.key)) return true;
    if (effects.some(({ id }) => reveal.has(id))) return false;
    return wouldBe > (cause.key in folding.opened ? BOXES_MAX_OPENED : boxesMax);
  }
}

function pathTo({ byId, causeOf }: Causation, id: string | undefined): ReadonlySet<string> {
  const path = new Set<string>();
  for (let at = id; at !== undefined && byId.has(at); at = causeOf.get(at)) path.add(at);
  return path;
}

interface MadeItem {
  readonly item: Made;
  readonly members: readonly EnvelopeFacts[];
}

function itemsOf(
  causation: Causation,
  { cause, envelopes }: Level,
  { by, opened }: Folding,
  reveal: ReadonlySet<string>,
): readonly MadeItem[] {
  const foldAbove = by === "none" ? PAGE : FOLD_ABOVE;
  return [...groupsOf(envelopes, by, foldAbove)].flatMap(([name, members]): MadeItem[] => {
    const id = `stack ${cause?.id ?? "first"} > ${name}`;
    const group = shortHash(id);
    const one = (each: EnvelopeFacts) => makeItem(causation, each.id, "envelope", [each], cause);
    if (members.length <= foldAbove) return members.map(one);
    const shown = (opened[group] ?? 0) * PAGE + (by === "none" ? PAGE : 0);
    const single = members.filter((each, at) => at < shown || reveal.has(each.id));
    const rest = members.filter((each, at) => at >= shown && !reveal.has(each.id));
    if (rest.length <= 1) return members.map(one);
    return [...single.map(one), makeItem(causation, id, "stack", rest, cause, group)];
  });
}

/** By type and lane as long as there is room; else by lane, else all together. */
function groupsOf(
  envelopes: readonly EnvelopeFacts[],
  by: Grouping,
  foldAbove: number,
): ReadonlyMap<string, EnvelopeFacts[]> {
  const byLane = () => groupBy(envelopes, laneOf);
  const fine = by === "lane" ? byLane() : groupBy(envelopes, (one) => `${laneOf(one)} ${one.type}`);
  const boxes = (groups: ReadonlyMap<string, readonly unknown[]>) =>
    [...groups.values()].reduce((sum, { length }) => sum + (length > foldAbove ? 1 : length), 0);
  if (boxes(fine) <= SIBLINGS_MAX) return fine;
  const coarse = byLane();
  return boxes(coarse) <= SIBLINGS_MAX ? coarse : new Map([["all", [...envelopes]]]);
}

const WORST: readonly EnvelopeStatus[] = ["dead-letter", "waiting", "recorded"];

function makeItem(
  causation: Causation,
  id: string,
  kind: "envelope" | "stack",
  members: readonly EnvelopeFacts[],
  cause: Made | undefined,
  group?: string,
): MadeItem {
  const [first] = members;
  const sum = (of: (one: EnvelopeFacts) => number) =>
    members.reduce((total, each) => total + of(each), 0);
  const most = (of: (one: EnvelopeFacts) => number, start: number) =>
    members.reduce((so, each) => Math.max(so, of(each)), start);
  const item: Made = {
    ...{ id, kind, group, first },
    key: shortHash(id),
    type: first?.type ?? "",
    types: new Set(members.map(({ type }) => type)).size,
    lane: first ? laneOf(first) : "",
    hop: cause ? cause.hop + 1 : 0,
    rank: first ? (causation.rankOf.get(first.id) ?? 0) : 0,
    cause: cause?.id,
    count: members.length,
    status: WORST.find((one) => members.some(({ status }) => status === one)) ?? "recorded",
    deadCount: sum(({ status }) => (status === "dead-letter" ? 1 : 0)),
    dead: members.find(({ status }) => status === "dead-letter"),
    attempts: most(({ attempts }) => attempts ?? 1, 1),
    fromMs: -most(({ atMs }) => -atMs, Number.NEGATIVE_INFINITY),
    toMs: most(({ atMs }) => atMs, Number.NEGATIVE_INFINITY),
    after: sum((each) => causation.afterOf.get(each.id) ?? 0),
    isShut: false,
  };
  return { item, members };
}

/** Missing causes, put together by the lane of what hangs on them where there are many. */
function gapsOf(causation: Causation, reveal: ReadonlySet<string>): readonly Level[] {
  const gaps = [...causation.gaps].map(([id, hanging]) => ({ ids: [id], hanging }));
  const byLane = groupBy(gaps, ({ hanging: [first] }) => (first ? laneOf(first) : ""));
  const tooManyLanes = byLane.size > SIBLINGS_MAX;
  const groups = tooManyLanes ? new Map([["all", gaps]]) : byLane;
  return [...groups.values()].flatMap((alike) => {
    const isAlone = ({ hanging }: (typeof alike)[number]) =>
      alike.length <= FOLD_ABOVE || hanging.some(({ id }) => reveal.has(id));
    const rest = alike.filter((one) => !isAlone(one));
    const together =
      rest.length === 0
        ? []
        : [{ ids: rest.flatMap(({ ids }) => ids), hanging: rest.flatMap((one) => one.hanging) }];
    return [...alike.filter(isAlone), ...together].map(({ ids, hanging }) => ({
      cause: gapItem(causation, ids, hanging),
      envelopes: hanging,
    }));
  });
}

/** A gap stands in the lane of what hangs on it, since nobody knows its own. */
function gapItem(
  causation: Causation,
  ids: readonly string[],
  hanging: readonly EnvelopeFacts[],
): Made {
  const id = ids.length === 1 ? `gap ${ids[0]}` : `gaps ${ids.length} ${ids[0]}`;
  const { item } = makeItem(causation, id, "stack", hanging, undefined);
  return {
    ...item,
    kind: "gap",
    type: ids[0] ?? "",
    status: "gap",
    first: undefined,
    count: ids.length,
    deadCount: 0,
    dead: undefined,
    attempts: 1,
    toMs: item.fromMs,
    rank: item.rank - 0.5, // before what hangs on it
    after: item.after + hanging.length,
  };
}
