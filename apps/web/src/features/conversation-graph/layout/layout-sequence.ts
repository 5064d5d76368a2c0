import { textWidth } from "../../../lib/text-width.ts";
import type { Deeds } from "./deeds.ts";
import type { GraphItem } from "./fold-envelopes.ts";
import type { Causation } from "./read-causation.ts";
import { secondsWords } from "./seconds-words.ts";

/** Height of a message's row. */
export const MESSAGE_HEIGHT = 34;
/** Room for the heads of the lifelines. */
export const LIFELINE_HEAD = 44;
/** Between the heads and the first message. */
const TOP = 10;

/** A service or machine, and when it had a part in it. */
export interface Lifeline {
  readonly name: string;
  readonly subtitle: string;
  /** Its middle. */
  readonly x: number;
}

/** How a message came to somebody. */
export type Arrival = "taken" | "led-on" | "waiting" | "dead-letter";

/** One message, from who said it to whoever took it. */
export interface MessageRow {
  readonly item: GraphItem;
  readonly y: number;
  readonly x: number;
  readonly arrivals: readonly {
    readonly lane: string;
    readonly x: number;
    readonly how: Arrival;
  }[];
  readonly words: string;
  readonly seconds: string;
  /** Where its words may stand. */
  readonly labelX: number;
  readonly labelWidth: number;
}

/** A conversation as a sequence of messages between lifelines. */
export interface SequenceLayout {
  readonly width: number;
  readonly height: number;
  readonly lifelines: readonly Lifeline[];
  readonly rows: readonly MessageRow[];
}

const FIRST_X = 120;
const APART_MIN = 150;
const APART_MAX = 280;
/** Around the words of a message. */
const PADDING = 30;
const FONT_PX = 11;
const GLYPH = 24;

/**
 * Puts each message on a row of its own, after what led to it. Who took a message is told by what was done with it; as long as that is
 * not known, by whose messages it led to.
 */
export function layoutSequence(
  items: readonly GraphItem[],
  { lanes, firstAtMs }: Pick<Causation, "lanes" | "firstAtMs">,
  deeds: ReadonlyMap<string, Deeds>,
): SequenceLayout {
  const inOrder = items.toSorted((a, b) => a.rank - b.rank);
  const effects = lanesOfEffects(inOrder);
  const arrivals = new Map(inOrder.map((item) => [item.id, arrivalsOf(item, deeds, effects)]));
  const names = new Set<string>();
  for (const { id, lane } of inOrder) {
    names.add(lane);
    for (const arrival of arrivals.get(id) ?? []) names.add(arrival.lane);
  }
  const widest = inOrder.map((item) => textWidth(wordsOf(item), "mono", FONT_PX) + PADDING + GLYPH);
  const apart = Math.ceil(
    widest.reduce((so, width) => Math.min(APART_MAX, Math.max(so, width)), APART_MIN),
  );
  const xOf = new Map([...names].map((name, at) => [name, FIRST_X + at * apart]));
  return {
    width: FIRST_X + names.size * apart,
    height: LIFELINE_HEAD + TOP + inOrder.length * MESSAGE_HEIGHT + MESSAGE_HEIGHT,
    lifelines: [...xOf].map(([name, x]) => ({
      ...{ name, x },
      subtitle: (lanes.get(name)?.subtitles ?? []).join(" "),
    })),
    rows: inOrder.map((item, at): MessageRow => {
      const x = xOf.get(item.lane) ?? FIRST_X;
      const to = (arrivals.get(item.id) ?? []).map(({ lane, how }) => ({
        ...{ lane, how },
        x: xOf.get(lane) ?? x,
      }));
      return {
        ...{ item, x, arrivals: to },
        y: LIFELINE_HEAD + TOP + at * MESSAGE_HEIGHT,
        words: wordsOf(item),
        seconds: item.kind === "gap" ? "" : secondsWords(item.fromMs - firstAtMs),
        ...labelOf(x, to, apart),
      };
    }),
  };
}

function wordsOf({ kind, type, types, count }: GraphItem): string {
  if (kind === "gap")
    return count === 1 ? `not recorded ${type.slice(0, 8)}` : `${count} not recorded`;
  const what = types > 1 ? `${types} types` : type;
  return count > 1 ? `${count} × ${what}` : what;
}

/** The words stand on the right of their sender, or on the left if everybody who took it stands there. */
function labelOf(x: number, to: readonly { readonly x: number }[], apart: number) {
  const isLeft = to.some((one) => one.x < x) && to.every((one) => one.x <= x);
  return {
    labelX: isLeft ? x - apart + PADDING / 2 : x + PADDING / 2,
    labelWidth: apart - PADDING,
  };
}

function lanesOfEffects(items: readonly GraphItem[]): ReadonlyMap<string, ReadonlySet<string>> {
  const lanes = new Map<string, Set<string>>();
  for (const { cause, lane, kind } of items) {
    if (cause === undefined || kind === "expected") continue;
    const known = lanes.get(cause) ?? new Set();
    lanes.set(cause, known.add(lane));
  }
  return lanes;
}

function arrivalsOf(
  item: GraphItem,
  deeds: ReadonlyMap<string, Deeds>,
  effects: ReadonlyMap<string, ReadonlySet<string>>,
): readonly { readonly lane: string; readonly how: Arrival }[] {
  const known = new Map<string, Arrival>();
  for (const lane of effects.get(item.id) ?? []) known.set(lane, "led-on");
  if (item.kind === "envelope" && item.first) {
    const own = deeds.get(item.first.seq);
    for (const { machineId } of own?.taken ?? []) known.set(machineId, "taken");
    const { status, consumers = [] } = item.first;
    if (status !== "recorded") for (const consumer of consumers) known.set(consumer, status);
  }
  return [...known].map(([lane, how]) => ({ lane, how }));
}
