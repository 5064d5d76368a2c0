import { formatDuration } from "../../../lib/format-duration.ts";
import { formatPlural } from "../../../lib/format-number.ts";
import { textWidth } from "../../../lib/text-width.ts";
import {
  BOX_HEIGHT,
  type ConversationLayout,
  type Lane,
  type PlacedItem,
} from "./conversation-layout.ts";
import {
  type EnvelopeFacts,
  type EnvelopeStatus,
  type ExpectedEnvelope,
  laneOf,
  typeParts,
} from "./envelope-facts.ts";
import { foldEnvelopes, type GraphItem, type Unfolded } from "./fold-envelopes.ts";
import { linksOf } from "./link-routes.ts";
import { type PlacedRow, placeRows } from "./place-rows.ts";

const WIDTH_MIN = 110;
const WIDTH_MAX = 176;
const BOX_PADDING = 18;
const LEFT = 14;
const GUTTER = 27;
/** Each further arrow that bends in a gutter widens it by this. */
const TRACK = 8;
/** Above this a duration is too long to show hundredths. */
const HUNDREDTHS_UNTIL_MS = 100_000;

/** What the layout starts from. */
export interface ConversationInput {
  readonly envelopes: readonly EnvelopeFacts[];
  readonly expected?: readonly ExpectedEnvelope[];
  readonly unfolded?: Unfolded;
  /** Whether repeats are folded at all. */
  readonly fold?: boolean;
}

/** Lays out a conversation: a lane a service, a column a hop of causation, boxes on the row of their cause where it is free. Pure. */
export function layoutConversation(input: ConversationInput): ConversationLayout {
  const items = withExpected(input);
  const firstAt = Math.min(...input.envelopes.map(({ at }) => at.getTime()));
  const described = items.map((item) => ({ item, ...describe(item, firstAt) }));
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
    lanes: lanesOf(rows.lanes, input.envelopes),
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
    ...countsOf(items),
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

function withExpected({ envelopes, expected = [], unfolded, fold = true }: ConversationInput) {
  const items = foldEnvelopes(envelopes, unfolded, fold ? undefined : Number.POSITIVE_INFINITY);
  const holder = new Map(
    items.flatMap((item) => item.members.map(({ id }) => [id, item] as const)),
  );
  const next = expected.flatMap((one): GraphItem[] => {
    const cause = holder.get(one.causationId);
    if (!cause) return [];
    const { type } = one;
    const id = `expected ${cause.id} ${type}`;
    const place = { lane: laneOf(one), hop: cause.hop + 1, cause: cause.id };
    return [{ id, kind: "envelope", type, members: [], group: undefined, ...place }];
  });
  return [...items, ...next];
}

/** The worst that became of any of them decides: letters are never hidden in a stack. */
const WORST: readonly EnvelopeStatus[] = [
  "dead-letter",
  "waiting",
  "processed",
  "recorded",
  "ignored",
];

function describe(item: GraphItem, firstAt: number): Omit<PlacedItem, "item" | "box"> {
  if (item.kind === "gap") {
    return { prefix: "not recorded", word: item.type, ...NOTHING, status: "gap" };
  }
  const parts = typeParts(item.type);
  const [first] = item.members;
  if (!first) return { ...parts, ...NOTHING, status: "expected", captions: ["expected next"] };
  const status =
    WORST.find((one) => item.members.some((member) => member.status === one)) ?? "recorded";
  return {
    ...parts,
    seconds: secondsWords(first.at.getTime() - firstAt),
    status,
    captions: captionsOf(item, status),
    attempts: Math.max(...item.members.map(({ attempts }) => attempts ?? 1)),
  };
}

const NOTHING = { seconds: "", captions: [] as readonly string[], attempts: 1 } as const;

function captionsOf(item: GraphItem, status: EnvelopeStatus): readonly string[] {
  if (status !== "dead-letter") return [];
  const dead = item.members.filter((member) => member.status === "dead-letter");
  const [first] = dead;
  const count = item.kind === "stack" ? formatPlural(dead.length, "dead letter") : "dead letter";
  const attempts =
    item.kind === "envelope" && first?.attempts ? `, ${first.attempts} attempts` : "";
  return [`${count}${attempts}`, ...(first?.error ? [first.error] : [])];
}

function secondsWords(ms: number): string {
  return Math.abs(ms) < HUNDREDTHS_UNTIL_MS ? `${(ms / 1000).toFixed(2)} s` : formatDuration(ms);
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

function lanesOf(rows: readonly PlacedRow[], envelopes: readonly EnvelopeFacts[]): readonly Lane[] {
  return rows.map(({ lane, y, height }) => {
    const own = envelopes.filter((envelope) => laneOf(envelope) === lane);
    const machines = new Set(
      own.flatMap(({ machineId, machineVersion }) =>
        machineId ? [machineVersion ? `${machineId} v${machineVersion}` : machineId] : [],
      ),
    );
    const subtitles = machines.size > 0 ? [...machines] : ["observed,", "no chart"];
    return { name: lane, subtitles, count: own.length, y, height };
  });
}

function countsOf(items: readonly GraphItem[]) {
  const stacks = items.filter(({ kind }) => kind === "stack");
  return {
    drawn: items.filter(({ kind, members }) => kind === "envelope" && members.length > 0).length,
    folded: stacks.reduce((sum, { members }) => sum + members.length, 0),
    stacks: stacks.length,
    gaps: items.filter(({ kind }) => kind === "gap").length,
  };
}
