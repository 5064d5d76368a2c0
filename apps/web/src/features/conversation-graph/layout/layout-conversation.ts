import { formatPlural } from "../../../lib/format-number.ts";
import { textWidth } from "../../../lib/text-width.ts";
import {
  BOX_HEIGHT,
  type ConversationLayout,
  type Lane,
  type PlacedItem,
} from "./conversation-layout.ts";
import { typeParts } from "./envelope-facts.ts";
import type { GraphItem } from "./fold-envelopes.ts";
import { linksOf } from "./link-routes.ts";
import { type PlacedRow, placeRows } from "./place-rows.ts";
import type { Causation } from "./read-causation.ts";
import { secondsWords } from "./seconds-words.ts";

const WIDTH_MIN = 110;
const WIDTH_MAX = 176;
const BOX_PADDING = 18;
const LEFT = 14;
/** Room between columns, for arrows and for what stands at the end of a shut box. */
const GUTTER = 27;
/** Each further arrow that bends in a gutter widens it by this. */
const TRACK = 8;

/** Lays out a conversation: a lane a service, a column a hop of causation, boxes on the row of their cause where it is free. Pure. */
export function layoutConversation(
  items: readonly GraphItem[],
  { lanes, firstAtMs }: Pick<Causation, "lanes" | "firstAtMs">,
): ConversationLayout {
  const described = items.map((item) => ({ item, ...describe(item, firstAtMs) }));
  const rows = placeRows(described);
  const width = boxWidth(described);
  const { tracks, trackOf } = linksOf(items, rows.rowOf);
  const columns = columnsOf(items, width, tracks);
  const placed = described.map((one): PlacedItem => {
    const row = rows.rowOf(one.item.id);
    const x = columns.xOf(one.item.hop);
    return { ...one, box: { x, y: row.y, width, height: BOX_HEIGHT } };
  });
  const byId = new Map(placed.map((one) => [one.item.id, one]));
  return {
    width: columns.width,
    height: rows.height,
    lanes: lanesOf(rows.lanes, lanes),
    hops: columns.middles,
    items: placed,
    links: placed.flatMap(({ item, box }) => {
      const cause = item.cause === undefined ? undefined : byId.get(item.cause);
      if (!cause) return [];
      const from = { x: cause.box.x + width, y: cause.box.y + BOX_HEIGHT / 2 };
      const to = { x: box.x, y: box.y + BOX_HEIGHT / 2 };
      const bend = columns.trackX(cause.item.hop, trackOf(cause.item.id));
      return [{ from: cause.item.id, to: item.id, points: wayOf(from, to, bend) }];
    }),
  };
}

function wayOf(
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
  bend: number,
) {
  if (from.y === to.y) return [from, to];
  return [from, { x: bend, y: from.y }, { x: bend, y: to.y }, to];
}

function describe(item: GraphItem, firstAtMs: number): Omit<PlacedItem, "item" | "box"> {
  if (item.kind === "gap") {
    return { prefix: "not recorded", word: item.type, seconds: "", captions: [] };
  }
  const parts = wordsOf(item);
  if (item.kind === "expected") return { ...parts, seconds: "", captions: ["expected next"] };
  return {
    ...parts,
    seconds: secondsWords(item.fromMs - firstAtMs),
    captions: captionsOf(item),
  };
}

function wordsOf(item: GraphItem): Pick<PlacedItem, "prefix" | "word"> {
  if (item.types <= 1) return typeParts(item.type);
  return { prefix: formatPlural(item.types, "type"), word: formatPlural(item.count, "envelope") };
}

function captionsOf({ kind, deadCount, dead, status }: GraphItem): readonly string[] {
  if (status !== "dead-letter") return [];
  const count = kind === "stack" ? formatPlural(deadCount, "dead letter") : "dead letter";
  const attempts = kind === "envelope" && dead?.attempts ? `, ${dead.attempts} attempts` : "";
  return [`${count}${attempts}`, ...(dead?.error ? [dead.error] : [])];
}

function boxWidth(described: readonly Omit<PlacedItem, "item" | "box">[]): number {
  const wanted = described.map(
    ({ prefix, word, seconds }) =>
      BOX_PADDING +
      Math.max(
        textWidth(prefix, "mono", 10.5),
        textWidth(word, "name", 12) + textWidth(seconds, "label", 10) + 4,
      ),
  );
  return Math.ceil(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, ...wanted)));
}

function columnsOf(items: readonly GraphItem[], width: number, tracks: readonly number[]) {
  const count = Math.max(0, ...items.map(({ hop }) => hop)) + 1;
  const xs: number[] = [];
  let x = LEFT;
  for (let hop = 0; hop < count; hop++) {
    xs.push(x);
    x += width + GUTTER + Math.max(0, (tracks[hop] ?? 1) - 1) * TRACK;
  }
  return {
    xOf: (hop: number) => xs[hop] ?? LEFT,
    trackX: (hop: number, track: number) => (xs[hop] ?? LEFT) + width + GUTTER / 2 + track * TRACK,
    middles: xs.map((left) => left + width / 2),
    width: x,
  };
}

function lanesOf(rows: readonly PlacedRow[], known: Causation["lanes"]): readonly Lane[] {
  return rows.map(({ lane, y, height }) => {
    const { subtitles = [], count = 0 } = known.get(lane) ?? {};
    return { name: lane, subtitles, count, y, height };
  });
}
