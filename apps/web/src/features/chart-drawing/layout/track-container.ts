import type { Point } from "../../../lib/geometry.ts";
import type { DrawingEdge } from "../build/drawing.ts";
import { type Block, between, GRID, labelRow, snap } from "./track-blocks.ts";
import { type Net, tracksFor } from "./track-nets.ts";

/** Between two lines that run side by side. */
const TRACK = 8;
const STACK_GAP = 28;
const SIDE = 12;
/** Before a state's left side: room for an arrow's head, and for a dot. */
const HEAD_ROOM = 16;
const DOT_ROOM = 36;
const LABEL_LEFT = 5;
const LABEL_ROOM = 8;

/** What a container is made of. */
export interface ContainerParts {
  /** Blocks column by column, top to bottom. */
  readonly columns: readonly (readonly Block[])[];
  readonly nets: readonly Net[];
  /** Room over everything, for its name and its own exits. */
  readonly header: number;
  readonly footer: number;
  readonly gap?: number;
  readonly widthMin: number;
  /** Children that a dot leads to. */
  readonly starts: ReadonlySet<string>;
}

/** A container with places for its children and tracks for its arrows; everything is counted from its own corner. */
export interface ContainerPlan {
  readonly width: number;
  readonly height: number;
  readonly at: ReadonlyMap<string, Point>;
  /** Where nets cross the left and the right side, by target. */
  readonly ins: ReadonlyMap<string, number>;
  readonly outs: ReadonlyMap<string, number>;
  /** Where the container's own arrows to states in it begin on its left side, by the arrow's id. */
  readonly owns: ReadonlyMap<string, number>;
  /** The piece of an arrow in here. */
  readonly pieceOf: (edge: DrawingEdge) => readonly Point[];
}

/** Place the children of a container and find ways for its arrows, in gutters between columns and along top and bottom. */
export function planContainer(parts: ContainerParts): ContainerPlan {
  const { columns, nets, header, footer, widthMin } = parts;
  const gap = parts.gap ?? STACK_GAP;
  const lanes = highways(nets, columns.length);
  const bodyTop = snap(header + lanes.top);
  const blocks = new Map(columns.flat().map((block) => [block.path, block]));
  const ys = new Map<string, number>();
  let bottom = bodyTop;
  for (const column of columns) {
    let y = bodyTop;
    for (const { path, height } of column) {
      ys.set(path, y);
      y = snap(y + height + gap);
    }
    bottom = Math.max(bottom, y - gap);
  }
  bottom = snap(bottom);
  const highwayY = (net: Net): number => {
    const below = lanes.below.get(net) ?? 0;
    const y = net.highway === "top" ? snap(header) + below : bottom + 2 * GRID + below;
    return net.isIn ? between(y) : y;
  };
  const yOf = (path: string, own: number) => (ys.get(path) ?? 0) + own;
  const sourceY = ({ edge, child }: Net["sources"][number], target: string): number => {
    const block = blocks.get(child);
    return yOf(child, block?.exits.get(edge.id) ?? block?.outs.get(target) ?? 0);
  };
  const sinkY = ({ target, sink, isBack }: Net): number => {
    const block = sink && blocks.get(sink.child);
    if (!block) return 0;
    return yOf(block.path, isBack ? block.backY : (block.ins.get(target) ?? block.entryY));
  };

  const gutters = Array.from({ length: columns.length + 1 }, (_, at) => {
    const here = nets.filter((net) => net.gutters.includes(at));
    const spans = here.map((net) => {
      const own = net.sources
        .filter(({ column }) => column + 1 === at)
        .map((source) => sourceY(source, net.target));
      const sink = net.sink && sinkGutter(net) === at ? [sinkY(net)] : [];
      const all = [...own, ...sink, ...(net.highway ? [highwayY(net)] : [])];
      return { low: Math.min(...all) - GRID, high: Math.max(...all) + GRID };
    });
    const tracks = tracksFor(spans);
    const track = new Map(here.map((net, index) => [net, tracks[index] ?? 0]));
    return { track, count: Math.max(0, ...tracks.map((one) => one + 1)) };
  });

  const xs = new Map<string, number>();
  const trackX = new Map<number, number>();
  let x = SIDE + ownRoom(nets);
  for (const [at, gutter] of gutters.entries()) {
    trackX.set(at, x + TRACK / 2);
    x += gutter.count * TRACK;
    const column = columns[at];
    if (!column) continue;
    x += column.some(({ path }) => parts.starts.has(path)) ? DOT_ROOM : HEAD_ROOM;
    for (const { path } of column) xs.set(path, x);
    const labels = column.map(
      (one) =>
        one.width + (one.labelWidth > 0 ? LABEL_LEFT + one.labelWidth + LABEL_ROOM : LABEL_ROOM),
    );
    x += Math.max(...labels);
  }
  const width = snap(Math.max(x + SIDE, widthMin));
  const height = snap(bottom + (lanes.bottom > 0 ? 2 * GRID + lanes.bottom : 0) + footer);

  const xIn = (net: Net, gutter: number) =>
    (trackX.get(gutter) ?? 0) + (gutters[gutter]?.track.get(net) ?? 0) * TRACK;
  const sinkEnd = (net: Net): readonly Point[] => {
    if (!net.sink) return [{ x: width, y: highwayY(net) }];
    const block = blocks.get(net.sink.child);
    const left = xs.get(net.sink.child) ?? 0;
    const y = sinkY(net);
    return [
      { x: xIn(net, sinkGutter(net)), y },
      { x: net.isBack ? left + (block?.width ?? 0) : left, y },
    ];
  };
  const byEdge = new Map<string, Net>();
  for (const net of nets) for (const { edge } of net.sources) byEdge.set(edge.id, net);
  const byTarget = new Map(nets.map((net) => [net.target, net]));

  return {
    width,
    height,
    at: new Map([...xs].map(([path, left]) => [path, { x: left, y: ys.get(path) ?? 0 }])),
    ins: new Map(nets.filter((net) => net.isIn).map((net) => [net.target, highwayY(net)])),
    outs: new Map(nets.filter((net) => !net.sink).map((net) => [net.target, highwayY(net)])),
    owns: new Map(nets.flatMap((net) => (net.own ? [[net.own.id, highwayY(net)] as const] : []))),
    pieceOf: (edge) => {
      const net = byEdge.get(edge.id) ?? byTarget.get(edge.to);
      if (!net) return [];
      const end = sinkEnd(net);
      const source = net.sources.find((one) => one.edge.id === edge.id);
      const across = { x: end[0]?.x ?? 0, y: highwayY(net) };
      if (!source) return [{ x: 0, y: across.y }, across, ...end];
      const gutter = source.column + 1;
      const y = sourceY(source, net.target);
      const from = (xs.get(source.child) ?? 0) + (blocks.get(source.child)?.width ?? 0);
      const start = [
        { x: from, y },
        { x: xIn(net, gutter), y },
      ];
      const isShort = net.sink !== undefined && sinkGutter(net) === gutter;
      return isShort
        ? [...start, ...end]
        : [...start, { x: xIn(net, gutter), y: across.y }, across, ...end];
    },
  };
}

function sinkGutter({ sink, isBack }: Net): number {
  return sink === undefined ? -1 : sink.column + (isBack ? 1 : 0);
}

/** Left of all gutters, for the labels of the container's own arrows into it: only lines from its left side pass there. */
function ownRoom(nets: readonly Net[]): number {
  const widest = Math.max(0, ...nets.map(({ own }) => own?.labelWidth ?? 0));
  return widest === 0 ? 0 : LABEL_LEFT + widest;
}

/** Tracks along the top and the bottom. Two nets in one gutter never share one, since where they stand in it is not known yet. */
function highways(nets: readonly Net[], columns: number) {
  const below = new Map<Net, number>();
  const bandOf = (side: "top" | "bottom") => {
    const here = nets.filter(({ highway }) => highway === side);
    const tracks = tracksFor(
      here.map(({ gutters, isIn, sink }) => ({
        low: isIn ? -1 : Math.min(...gutters),
        high: sink === undefined ? columns + 1 : Math.max(...gutters),
      })),
    );
    const heights: number[] = [];
    for (const [at, { own }] of here.entries()) {
      const track = tracks[at] ?? 0;
      heights[track] = Math.max(heights[track] ?? 0, own ? labelRow(own) : TRACK);
    }
    const ends = heights.map((_height, at) =>
      heights.slice(0, at + 1).reduce((sum, one) => sum + one, 0),
    );
    for (const [at, net] of here.entries())
      below.set(net, (ends[tracks[at] ?? 0] ?? TRACK) - TRACK);
    const all = ends.at(-1) ?? 0;
    return all === 0 ? 0 : all + 2 * GRID;
  };
  return { top: bandOf("top"), bottom: bandOf("bottom"), below };
}
