import { formatDuration } from "../../../lib/format-duration.ts";
import type { Deeds } from "./deeds.ts";
import type { GraphItem } from "./fold-envelopes.ts";
import type { Causation } from "./read-causation.ts";
import { secondsWords } from "./seconds-words.ts";
import { timeTicks } from "./time-ticks.ts";

/** Height of a row of the waterfall. */
export const ROW_HEIGHT = 30;

/** A stretch of time, from 0 for the first moment to 1 for the last. */
export interface Bar {
  readonly kind: "lead" | "taking" | "waiting" | "group" | "call" | "retry" | "timer";
  readonly from: number;
  readonly to: number;
  /** What it is, and how long it took. */
  readonly words: string;
  readonly hasFailed: boolean;
  /** Of the service that was called. */
  readonly name?: string;
  /** Where the name has to end: at the bar's end, or where the next one with a name begins. */
  readonly nameTo?: number;
}

/** One envelope, stack or gap, and what took time because of it. */
export interface TimeRow {
  readonly item: GraphItem;
  readonly y: number;
  /** How deep it is in the tree of causes. */
  readonly depth: number;
  /** Where it was recorded; of a gap there is no such moment. */
  readonly at: number | undefined;
  readonly seconds: string;
  readonly bars: readonly Bar[];
  /** Clocks say that it was recorded before what led to it. */
  readonly isBeforeCause: boolean;
}

/** A conversation over time. */
export interface TimeLayout {
  readonly height: number;
  readonly rows: readonly TimeRow[];
  readonly ticks: readonly { readonly at: number; readonly words: string }[];
  readonly spanMs: number;
}

/** A conversation that took no time still has a width. */
const SPAN_MIN_MS = 1;

/**
 * Puts each box on a row under what led to it, with a point where it was recorded and a bar for what took time: until it was taken, calls
 * of services with their failed tries, timers that run. Order comes from causation; only the bars come from clocks.
 */
export function layoutTime(
  items: readonly GraphItem[],
  causation: Pick<Causation, "firstAtMs" | "lastAtMs">,
  deeds: ReadonlyMap<string, Deeds>,
): TimeLayout {
  const tree = treeOf(items);
  if (tree.length === 0) return { height: 0, rows: [], ticks: [], spanMs: 0 };
  const own = (item: GraphItem) =>
    item.kind === "envelope" && item.first ? deeds.get(item.first.seq) : undefined;
  const { firstAtMs } = causation;
  const lastMs = tree.reduce(
    (so, { item }) => Math.max(so, ...endsOf(own(item))),
    Math.max(causation.lastAtMs, firstAtMs + SPAN_MIN_MS),
  );
  const spanMs = lastMs - firstAtMs;
  const share = (ms: number) => Math.min(1, Math.max(0, (ms - firstAtMs) / spanMs));
  const byId = new Map(items.map((item) => [item.id, item]));
  return {
    spanMs,
    height: tree.length * ROW_HEIGHT,
    ticks: timeTicks(spanMs),
    rows: tree.map(({ item, depth }, at): TimeRow => {
      const cause = byId.get(item.cause ?? "");
      const hasTime = item.kind === "envelope" || item.kind === "stack";
      return {
        ...{ item, depth, y: at * ROW_HEIGHT },
        at: hasTime ? share(item.fromMs) : undefined,
        seconds: hasTime ? secondsWords(item.fromMs - firstAtMs) : "",
        bars: hasTime ? barsOf(item, cause, own(item), { share, lastMs }) : [],
        isBeforeCause: cause !== undefined && cause.kind !== "gap" && item.toMs < cause.fromMs,
      };
    }),
  };
}

/** Each after what led to it, siblings in causal order. */
function treeOf(
  items: readonly GraphItem[],
): readonly { readonly item: GraphItem; readonly depth: number }[] {
  const effects = new Map<string | undefined, GraphItem[]>();
  for (const item of items.toSorted((a, b) => a.rank - b.rank)) {
    const list = effects.get(item.cause);
    if (list) list.push(item);
    else effects.set(item.cause, [item]);
  }
  const rows: { readonly item: GraphItem; readonly depth: number }[] = [];
  const open = (effects.get(undefined) ?? []).toReversed().map((item) => ({ item, depth: 0 }));
  for (let row = open.pop(); row; row = open.pop()) {
    rows.push(row);
    const { depth } = row;
    for (const item of (effects.get(row.item.id) ?? []).toReversed()) {
      open.push({ item, depth: depth + 1 });
    }
  }
  return rows;
}

function endsOf(deeds: Deeds | undefined): readonly number[] {
  if (!deeds) return [];
  return [
    ...deeds.taken.map(({ atMs }) => atMs),
    ...deeds.calls.flatMap(({ finishedAtMs, failedAtMs }) => [finishedAtMs ?? 0, ...failedAtMs]),
  ];
}

interface Scale {
  readonly share: (ms: number) => number;
  readonly lastMs: number;
}

function barsOf(
  item: GraphItem,
  cause: GraphItem | undefined,
  deeds: Deeds | undefined,
  { share, lastMs }: Scale,
): readonly Bar[] {
  const bar = (
    kind: Bar["kind"],
    fromMs: number,
    toMs: number,
    words: string,
    hasFailed = false,
  ) => ({
    ...{ kind, words, hasFailed },
    from: share(Math.min(fromMs, toMs)),
    to: share(Math.max(fromMs, toMs)),
  });
  const bars: Bar[] = [];
  if (cause && cause.kind !== "gap") {
    const why = leadWords(deeds);
    bars.push(
      bar(
        "lead",
        cause.fromMs,
        item.fromMs,
        `${why}${lasted(cause.fromMs, item.fromMs)} after its cause`,
      ),
    );
  }
  if (item.kind === "stack") {
    const words = `${item.count} envelopes within ${lasted(item.fromMs, item.toMs)}`;
    return [...bars, bar("group", item.fromMs, item.toMs, words)];
  }
  for (const { machineId, atMs } of deeds?.taken ?? []) {
    const words = `taken by ${machineId} after ${lasted(item.fromMs, atMs)}`;
    bars.push(bar("taking", item.fromMs, atMs, words));
  }
  if (item.status === "waiting") {
    bars.push(
      bar("waiting", item.fromMs, lastMs, `waits for ${item.first?.consumers?.join(", ")}`),
    );
  }
  for (const call of deeds?.calls ?? []) bars.push(...callBars(call, lastMs, bar));
  for (const { label, scheduledAtMs, dueAtMs } of deeds?.timers ?? []) {
    bars.push(bar("timer", scheduledAtMs, Math.min(dueAtMs, lastMs), `timer ${label} runs`));
  }
  return bars.map((one) => (one.name === undefined ? one : { ...one, nameTo: nameEnd(one, bars) }));
}

/** Calls that run side by side share a row: no name is written over another one. */
function nameEnd(bar: Bar, bars: readonly Bar[]): number {
  const at = bars.indexOf(bar);
  const next = bars.filter(
    ({ name, from }, index) =>
      name !== undefined && (from > bar.from || (from === bar.from && index > at)),
  );
  return Math.min(bar.to, ...next.map(({ from }) => from));
}

/** A call as a whole, and before it the tries that failed: each from when the one before had failed. */
function callBars(
  call: Deeds["calls"][number],
  lastMs: number,
  bar: (kind: Bar["kind"], fromMs: number, toMs: number, words: string, hasFailed?: boolean) => Bar,
): readonly Bar[] {
  const { src, status, attempts, createdAtMs, startedAtMs, finishedAtMs, failedAtMs } = call;
  const start = startedAtMs ?? createdAtMs;
  const end = finishedAtMs ?? lastMs;
  const tries = attempts > 1 ? `, ${attempts} attempts` : "";
  const took =
    finishedAtMs === null ? `${status}, not ended` : `${status} after ${lasted(createdAtMs, end)}`;
  const failed = status === "dead";
  return [
    {
      ...bar("call", Math.min(createdAtMs, start), end, `${src} ${took}${tries}`, failed),
      name: `${src}${tries}`,
    },
    ...failedAtMs.map((atMs, at) => bar("retry", atMs, atMs, `${src}: try ${at + 1} failed`, true)),
  ];
}

function leadWords(deeds: Deeds | undefined): string {
  const by = deeds?.publishedBy;
  if (!by) return "";
  if (by.kind === "timer") return `once the timer ${by.event} was over, `;
  return by.kind === "effect" ? `once ${by.event}, ` : "";
}

function lasted(fromMs: number, toMs: number): string {
  return formatDuration(Math.abs(toMs - fromMs));
}
