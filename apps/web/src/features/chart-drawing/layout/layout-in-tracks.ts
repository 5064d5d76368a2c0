import { type Box, crossingOf, type Point } from "../../../lib/geometry.ts";
import { textWidth } from "../../../lib/text-width.ts";
import type { Drawing, DrawingEdge, DrawingNode } from "../build/drawing.ts";
import type { ChartLayout, PlacedEdge, PlacedNode, PlacedStart } from "./chart-layout.ts";
import { separatorsOf } from "./elk-result.ts";
import { placeLabels } from "./place-labels.ts";
import { type Block, exitRows, labelTop, leafBlock, snap } from "./track-blocks.ts";
import { columnsOf } from "./track-columns.ts";
import { type ContainerPlan, planContainer } from "./track-container.ts";
import { netsOf } from "./track-nets.ts";

const NAME_ROOM = 32;
const PAD = 16;
const TIMER_ROOM = 12;
const DOT_BEFORE = 26;
const DOT_RADIUS = 4.5;
const LABEL_LEFT = 5;
const BACK_ROW = 12;

interface Planned {
  readonly plans: Map<string | undefined, ContainerPlan>;
  readonly blocks: Map<string, Block>;
}

/**
 * Lays out a chart of any size in milliseconds: columns of states with gutters between them, in which arrows run on tracks of
 * their own. Arrows to one state join on the way to it. Nothing passes through a state or a label, by construction; each
 * label stands where its arrow leaves. It knows no crossings to avoid, so small charts are nicer with ELK.
 */
export function layoutInTracks(drawing: Drawing): ChartLayout {
  const planned: Planned = { plans: new Map(), blocks: new Map() };
  const tree = new Tree(drawing);
  const top = planInner(drawing, tree, undefined, planned);
  const corners = new Map<string | undefined, Point>([[undefined, { x: 0, y: 0 }]]);
  const boxes = new Map<string, Box>();
  for (const node of drawing.nodes) {
    const outer = corners.get(node.parent) ?? { x: 0, y: 0 };
    const at = planned.plans.get(node.parent)?.at.get(node.path) ?? { x: 0, y: 0 };
    const { width = 0, height = 0 } = planned.blocks.get(node.path) ?? {};
    const corner = { x: outer.x + at.x, y: outer.y + at.y };
    corners.set(node.path, corner);
    boxes.set(node.path, { ...corner, width, height });
  }
  const nodes = placeNodes(drawing, boxes);
  const boxOf = (path: string): Box => boxes.get(path) ?? { x: 0, y: 0, width: 0, height: 0 };
  const dotsOn = (points: readonly Point[], enters: readonly string[]) =>
    enters.flatMap((path) => crossingOf(points, boxOf(path)) ?? []);
  const layout: ChartLayout = {
    id: drawing.id,
    width: top.width,
    height: top.height,
    nodes,
    edges: drawing.edges.map((edge): PlacedEdge => {
      const points = wayOf(edge, tree, planned, corners);
      return {
        ...edge,
        points,
        label: labelOf(edge, planned, boxOf),
        dots: dotsOn(points, edge.enters),
      };
    }),
    starts: drawing.starts.map((start): PlacedStart => {
      const points = startWay(start, tree, planned, corners, boxOf);
      const [first] = points;
      const at = first ? { x: first.x - DOT_RADIUS, y: first.y } : { x: 0, y: 0 };
      return { at, to: start.to, points, dots: dotsOn(points, start.enters) };
    }),
    separators: separatorsOf(nodes),
    notes: [],
    by: "tracks",
  };
  return placeLabels(layout);
}

/** Who stands in what. */
class Tree {
  readonly #parents: ReadonlyMap<string, string | undefined>;
  readonly #byParent = new Map<string | undefined, DrawingNode[]>();

  constructor(drawing: Drawing) {
    this.#parents = new Map(drawing.nodes.map(({ path, parent }) => [path, parent]));
    for (const node of drawing.nodes) {
      this.#byParent.set(node.parent, [...(this.#byParent.get(node.parent) ?? []), node]);
    }
  }

  childrenOf(path: string | undefined): readonly DrawingNode[] {
    return this.#byParent.get(path) ?? [];
  }

  parentOf(path: string): string | undefined {
    return this.#parents.get(path);
  }

  /** The child of a container that is or holds a state; undefined if it stands outside, or is the container itself. */
  childIn(container: string | undefined, path: string): string | undefined {
    for (let at: string | undefined = path; at !== undefined; at = this.#parents.get(at)) {
      if (this.#parents.has(at) && this.#parents.get(at) === container && at !== container)
        return at;
    }
    return undefined;
  }

  /** The containers around a state, innermost first, the drawing itself last. */
  around(path: string): readonly (string | undefined)[] {
    const found: (string | undefined)[] = [];
    for (let at = this.#parents.get(path); ; at = this.#parents.get(at)) {
      found.push(at);
      if (at === undefined) return found;
    }
  }
}

function planInner(
  drawing: Drawing,
  tree: Tree,
  container: DrawingNode | undefined,
  planned: Planned,
): ContainerPlan {
  const path = container?.path;
  const children = tree.childrenOf(path);
  for (const child of children) {
    planned.blocks.set(child.path, blockOf(drawing, tree, child, planned));
  }
  const leaves = new Set(children.filter(({ isContainer }) => !isContainer).map((one) => one.path));
  const edges = [...drawing.edges, ...startArrows(drawing, tree, path)];
  const here = edges.map((edge) => ({
    edge,
    from: tree.childIn(path, edge.from),
    to: tree.childIn(path, edge.to),
  }));
  const next = new Map<string, string[]>();
  for (const { from, to } of here) {
    if (from !== undefined && to !== undefined && from !== to)
      next.set(from, [...(next.get(from) ?? []), to]);
  }
  const start = drawing.starts.find((one) => one.parent === path);
  const first = start ? tree.childIn(path, start.to) : children[0]?.path;
  const isStack = container?.kind === "parallel";
  const columns = isStack
    ? [children.map((child) => child.path)]
    : columnsOf(
        children.map((child) => ({ path: child.path, next: next.get(child.path) ?? [] })),
        first,
      );
  const place = new Map(
    columns.flatMap((column, at) =>
      column.map(
        (child, row) => [child, { column: at, height: (row + 0.5) / column.length }] as const,
      ),
    ),
  );
  const nets = netsOf({
    path,
    edges: here
      .filter(({ from, to }) => from !== undefined || to !== undefined)
      .map(({ edge }) => edge),
    childOf: (state) => tree.childIn(path, state),
    columnOf: (child) => place.get(child)?.column ?? 0,
    heightOf: (child) => place.get(child)?.height ?? 0,
    isLeaf: (child) => leaves.has(child),
  });
  const own = container ? ownExits(drawing, tree, container) : undefined;
  const plan = planContainer({
    columns: columns.map((column) => column.flatMap((child) => planned.blocks.get(child) ?? [])),
    nets,
    header: container ? Math.max(NAME_ROOM, (own?.end ?? 0) + BACK_ROW + 4) : PAD,
    footer: container?.hasTimer ? PAD + TIMER_ROOM : PAD,
    widthMin: container ? textWidth(container.name, "name", 12) + 90 : 0,
    starts: new Set(
      drawing.starts
        .filter((one) => one.parent === path)
        .flatMap((one) => tree.childIn(path, one.to) ?? []),
    ),
  });
  planned.plans.set(path, plan);
  return plan;
}

/** The line from a dot into containers that are entered on its way: to the inner ones it is an arrow from outside. */
function startArrows(
  drawing: Drawing,
  tree: Tree,
  container: string | undefined,
): readonly DrawingEdge[] {
  return drawing.starts.flatMap(({ parent, to }) => {
    const around = tree.around(to);
    const [inner, outer] = [around.indexOf(container), around.indexOf(parent)];
    return inner >= 0 && inner < outer ? [arrowTo(to)] : [];
  });
}

/** The arrows that leave a container itself, on its right side beside its name; those into it begin inside. */
function ownExits(drawing: Drawing, tree: Tree, { path }: DrawingNode) {
  const edges = drawing.edges.filter(
    ({ from, to }) => from === path && tree.childIn(path, to) === undefined,
  );
  return exitRows(edges, 0);
}

function blockOf(drawing: Drawing, tree: Tree, node: DrawingNode, planned: Planned): Block {
  if (!node.isContainer) {
    return leafBlock(
      node,
      drawing.edges.filter(({ from }) => from === node.path),
    );
  }
  const plan = planInner(drawing, tree, node, planned);
  const own = ownExits(drawing, tree, node);
  return {
    path: node.path,
    width: plan.width,
    height: plan.height,
    entryY: 18,
    startY: 10,
    exits: own.exits,
    backY: snap(own.end + 4) + 2,
    ins: plan.ins,
    outs: plan.outs,
    labelWidth: own.width,
  };
}

/** The whole way of an arrow: out of each container around its source, then into each around its target. */
function wayOf(
  edge: DrawingEdge,
  tree: Tree,
  { plans }: Planned,
  corners: ReadonlyMap<string | undefined, Point>,
): readonly Point[] {
  const holds = (container: string | undefined, path: string) =>
    container === undefined || container === path || tree.around(path).includes(container);
  const isInside = edge.from !== edge.to && holds(edge.from, edge.to) && plans.has(edge.from);
  const up = isInside ? [edge.from] : tree.around(edge.from);
  const turn = up.findIndex((container) => holds(container, edge.to));
  const ascent = up.slice(0, turn + 1);
  const meeting = ascent.at(-1);
  const around = tree.around(edge.to);
  const descent = edge.to === meeting ? [] : around.slice(0, around.indexOf(meeting)).reverse();
  const points = [...ascent, ...descent].flatMap((container) => {
    const corner = corners.get(container) ?? { x: 0, y: 0 };
    const piece = plans.get(container)?.pieceOf(edge) ?? [];
    return piece.map(({ x, y }) => ({ x: x + corner.x, y: y + corner.y }));
  });
  return straightened(points);
}

/** Without points that lie on the way between their neighbours. */
function straightened(points: readonly Point[]): readonly Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)];
    if (last && last.x === point.x && last.y === point.y) continue;
    const level = before && last && before.y === last.y && last.y === point.y;
    const upright = before && last && before.x === last.x && last.x === point.x;
    if (level || upright) kept.pop();
    kept.push(point);
  }
  return kept;
}

function startWay(
  start: Drawing["starts"][number],
  tree: Tree,
  { plans, blocks }: Planned,
  corners: ReadonlyMap<string | undefined, Point>,
  boxOf: (path: string) => Box,
): readonly Point[] {
  const child = tree.childIn(start.parent, start.to);
  if (child === undefined) return [];
  const block = blocks.get(child);
  const box = boxOf(child);
  const target = boxOf(start.to);
  const own = block?.ins.get(start.to);
  if (child === start.to || own === undefined) {
    // No arrow leads in there: the line goes to the container's side, and the dot says that it is entered.
    const y = box.y + (block?.startY ?? 0);
    return [
      { x: box.x - DOT_BEFORE + DOT_RADIUS, y },
      { x: box.x, y },
    ];
  }
  const y = box.y + own;
  const inner = innerWay(start.to, child, tree, plans, corners);
  return straightened([
    { x: box.x - DOT_BEFORE + DOT_RADIUS, y },
    { x: box.x, y },
    ...inner,
    { x: target.x, y: inner.at(-1)?.y ?? y },
  ]);
}

/** From a container's left side to a state in it, along the tracks of the arrows that lead there. */
function innerWay(
  to: string,
  child: string,
  tree: Tree,
  plans: Planned["plans"],
  corners: ReadonlyMap<string | undefined, Point>,
): readonly Point[] {
  const around = tree.around(to);
  const inside = around.slice(0, around.indexOf(child) + 1).reverse();
  return inside.flatMap((container) => {
    const corner = corners.get(container) ?? { x: 0, y: 0 };
    const piece = plans.get(container)?.pieceOf(arrowTo(to)) ?? [];
    return piece.map(({ x, y }) => ({ x: x + corner.x, y: y + corner.y }));
  });
}

function arrowTo(to: string): DrawingEdge {
  return {
    id: "",
    from: "",
    to,
    enters: [],
    transitions: [],
    lines: [],
    labelWidth: 0,
    labelHeight: 0,
  };
}

function labelOf(
  edge: DrawingEdge,
  { blocks }: Planned,
  boxOf: (path: string) => Box,
): PlacedEdge["label"] {
  const y = blocks.get(edge.from)?.exits.get(edge.id);
  if (y === undefined || edge.lines.length === 0) return undefined;
  const box = boxOf(edge.from);
  return {
    lines: edge.lines,
    box: {
      x: box.x + box.width + LABEL_LEFT,
      y: labelTop(edge, box.y + y),
      width: edge.labelWidth,
      height: edge.labelHeight,
    },
  };
}

function placeNodes(drawing: Drawing, boxes: ReadonlyMap<string, Box>): readonly PlacedNode[] {
  const placed = new Map<string, PlacedNode>();
  for (const node of drawing.nodes) {
    const parent = node.parent === undefined ? undefined : placed.get(node.parent);
    const own = boxes.get(node.path) ?? { x: 0, y: 0, width: 0, height: 0 };
    const box =
      node.isRegion && parent ? { ...own, x: parent.box.x, width: parent.box.width } : own;
    placed.set(node.path, { ...node, box, depth: parent ? parent.depth + 1 : 0 });
  }
  return [...placed.values()];
}
