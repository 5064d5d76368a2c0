import type { DrawingEdge } from "../build/drawing.ts";

/** Where an arrow begins, or comes from, in one container. */
export interface NetSource {
  readonly edge: DrawingEdge;
  /** The child that holds its source. */
  readonly child: string;
  readonly column: number;
}

/** All arrows in one container that lead to one target: they share their tracks and become one line before its arrow head. */
export interface Net {
  readonly target: string;
  readonly sources: readonly NetSource[];
  /** Some of them come from outside, through the left side. */
  readonly isIn: boolean;
  /** The container's own arrow among them, if it has a label, which stands where it begins on the left side. */
  readonly own: DrawingEdge | undefined;
  /** The child that is or holds the target; absent where they leave through the right side. */
  readonly sink: { readonly child: string; readonly column: number } | undefined;
  /** All come from the target's own column: they enter it from the right. */
  readonly isBack: boolean;
  /** Gutters where it runs upright; gutter `n` stands left of column `n`. */
  readonly gutters: readonly number[];
  /** It runs along the top or the bottom, between gutters or to a side. */
  readonly highway: "top" | "bottom" | undefined;
}

/** What a container is asked about its arrows. */
export interface NetSpace {
  readonly path: string | undefined;
  readonly edges: readonly DrawingEdge[];
  readonly childOf: (path: string) => string | undefined;
  readonly columnOf: (child: string) => number;
  /** A state's place from the top of its column, 0 to 1. */
  readonly heightOf: (child: string) => number;
  readonly isLeaf: (child: string) => boolean;
}

/** Gather the arrows that pass through a container by their target. */
export function netsOf(space: NetSpace): readonly Net[] {
  const byTarget = new Map<string, DrawingEdge[]>();
  for (const edge of space.edges) {
    if (isHere(space, edge)) byTarget.set(edge.to, [...(byTarget.get(edge.to) ?? []), edge]);
  }
  return [...byTarget].map(([target, edges]) => netOf(space, target, edges));
}

/** Whether an arrow has a piece in this container: one between two states of one child has it there. */
function isHere({ childOf, isLeaf }: NetSpace, { from, to }: DrawingEdge): boolean {
  const [source, sink] = [childOf(from), childOf(to)];
  if (source === undefined && sink === undefined) return false;
  return (
    source !== sink ||
    (source !== undefined && (isLeaf(source) || (source === from && source === to)))
  );
}

function netOf(space: NetSpace, target: string, edges: readonly DrawingEdge[]): Net {
  const { childOf, columnOf } = space;
  const sources = edges.flatMap((edge) => {
    const child = childOf(edge.from);
    return child === undefined ? [] : [{ edge, child, column: columnOf(child) }];
  });
  const isIn = sources.length < edges.length;
  const child = childOf(target);
  const sink = child === undefined ? undefined : { child, column: columnOf(child) };
  const isDirect = sink !== undefined && (space.isLeaf(sink.child) || sink.child === target);
  const isBack = isDirect && !isIn && sources.every(({ column }) => column === sink.column);
  const ends = sink === undefined ? [] : [isBack ? sink.column + 1 : sink.column];
  const gutters = [...new Set([...sources.map(({ column }) => column + 1), ...ends])];
  const runs = gutters.length > 1 || isIn || sink === undefined;
  const heights = sink ? [sink.child] : sources.map((source) => source.child);
  const height =
    heights.reduce((sum, one) => sum + space.heightOf(one), 0) / Math.max(1, heights.length);
  const highway = runs ? (height < 0.5 ? "top" : "bottom") : undefined;
  const own = edges.find(({ from, lines }) => from === space.path && lines.length > 0);
  return { target, sources, isIn, own, sink, isBack, gutters, highway };
}

/** Give intervals tracks so that no two on one track touch; as few tracks as there are intervals over one place. */
export function tracksFor(
  intervals: readonly { readonly low: number; readonly high: number }[],
): readonly number[] {
  const order = intervals.map((_one, at) => at);
  order.sort((a, b) => (intervals[a]?.low ?? 0) - (intervals[b]?.low ?? 0));
  const ends: number[] = [];
  const tracks: number[] = [];
  for (const at of order) {
    const { low, high } = intervals[at] ?? { low: 0, high: 0 };
    const free = ends.findIndex((end) => end < low);
    const track = free < 0 ? ends.length : free;
    ends[track] = high;
    tracks[at] = track;
  }
  return tracks;
}
