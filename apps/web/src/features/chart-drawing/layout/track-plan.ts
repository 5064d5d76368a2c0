import type { Drawing, DrawingEdge, DrawingNode } from "../build/drawing.ts";
import { TITLE_LEFT, titleWidth } from "./fixed-words.ts";
import type { StateTree } from "./state-tree.ts";
import { type Block, exitRows, leafBlock, snap } from "./track-blocks.ts";
import { columnsOf } from "./track-columns.ts";
import { type ContainerPlan, planContainer } from "./track-container.ts";
import { type NetSpace, netsOf } from "./track-nets.ts";

const NAME_ROOM = 32;
const PAD = 16;
const TIMER_ROOM = 12;
const BACK_ROW = 12;

/** Where things stand in each container, by path and the drawing itself under `undefined`, and how large each state is. */
export interface TrackPlan {
  readonly plans: ReadonlyMap<string | undefined, ContainerPlan>;
  readonly blocks: ReadonlyMap<string, Block>;
}

interface Planning {
  readonly drawing: Drawing;
  readonly tree: StateTree;
  readonly plans: Map<string | undefined, ContainerPlan>;
  readonly blocks: Map<string, Block>;
}

/** An arrow as one container sees it: between which of its children it runs, if between any. */
interface Crossing {
  readonly edge: DrawingEdge;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Plans every container, the innermost first, since each is as large as what it holds. */
export function planTracks(
  drawing: Drawing,
  tree: StateTree,
): TrackPlan & { readonly top: ContainerPlan } {
  const planning: Planning = { drawing, tree, plans: new Map(), blocks: new Map() };
  const top = planInner(planning, undefined);
  return { plans: planning.plans, blocks: planning.blocks, top };
}

function planInner(planning: Planning, container: DrawingNode | undefined): ContainerPlan {
  const { drawing, tree, plans, blocks } = planning;
  const path = container?.path;
  for (const child of tree.childrenOf(path)) blocks.set(child.path, blockOf(planning, child));
  const crossings = crossingsOf(planning, path);
  const columns = columnsIn(planning, container, crossings);
  const own = container ? ownExits(planning, container) : undefined;
  const plan = planContainer({
    columns: columns.map((column) => column.flatMap((child) => blocks.get(child) ?? [])),
    nets: netsOf(netSpace(planning, path, columns, crossings)),
    header: container ? Math.max(NAME_ROOM, (own?.end ?? 0) + BACK_ROW + 4) : PAD,
    footer: container?.hasTimer ? PAD + TIMER_ROOM : PAD,
    widthMin: container ? titleWidth(container) + 2 * TITLE_LEFT : 0,
    starts: new Set(
      drawing.starts
        .filter((one) => one.parent === path)
        .flatMap((one) => tree.childIn(path, one.to) ?? []),
    ),
  });
  plans.set(path, plan);
  return plan;
}

function crossingsOf({ drawing, tree }: Planning, path: string | undefined): readonly Crossing[] {
  return [...drawing.edges, ...startArrows(drawing, tree, path)].map((edge) => ({
    edge,
    from: tree.childIn(path, edge.from),
    to: tree.childIn(path, edge.to),
  }));
}

/** The children in columns, along the arrows from the first one; regions stand under each other. */
function columnsIn(
  { drawing, tree }: Planning,
  container: DrawingNode | undefined,
  crossings: readonly Crossing[],
): readonly (readonly string[])[] {
  const path = container?.path;
  const children = tree.childrenOf(path);
  if (container?.kind === "parallel") return [children.map((child) => child.path)];
  const next = new Map<string, string[]>();
  for (const { from, to } of crossings) {
    if (from !== undefined && to !== undefined && from !== to)
      next.set(from, [...(next.get(from) ?? []), to]);
  }
  const start = drawing.starts.find((one) => one.parent === path);
  return columnsOf(
    children.map((child) => ({ path: child.path, next: next.get(child.path) ?? [] })),
    start ? tree.childIn(path, start.to) : children[0]?.path,
  );
}

function netSpace(
  { tree }: Planning,
  path: string | undefined,
  columns: readonly (readonly string[])[],
  crossings: readonly Crossing[],
): NetSpace {
  const place = new Map(
    columns.flatMap((column, at) =>
      column.map(
        (child, row) => [child, { column: at, height: (row + 0.5) / column.length }] as const,
      ),
    ),
  );
  const leaves = new Set(
    tree
      .childrenOf(path)
      .filter(({ isContainer }) => !isContainer)
      .map((one) => one.path),
  );
  return {
    path,
    edges: crossings
      .filter(({ from, to }) => from !== undefined || to !== undefined)
      .map(({ edge }) => edge),
    childOf: (state) => tree.childIn(path, state),
    columnOf: (child) => place.get(child)?.column ?? 0,
    heightOf: (child) => place.get(child)?.height ?? 0,
    isLeaf: (child) => leaves.has(child),
  };
}

/** The line from a dot into containers that are entered on its way: to the inner ones it is an arrow from outside. */
function startArrows(
  drawing: Drawing,
  tree: StateTree,
  container: string | undefined,
): readonly DrawingEdge[] {
  return drawing.starts.flatMap(({ parent, to }) => {
    const around = tree.around(to);
    const [inner, outer] = [around.indexOf(container), around.indexOf(parent)];
    return inner >= 0 && inner < outer ? [arrowTo(to)] : [];
  });
}

/** The arrows that leave a container itself, on its right side beside its name; those into it begin inside. */
function ownExits({ drawing, tree }: Planning, { path }: DrawingNode) {
  const edges = drawing.edges.filter(
    ({ from, to }) => from === path && tree.childIn(path, to) === undefined,
  );
  return exitRows(edges, 0);
}

function blockOf(planning: Planning, node: DrawingNode): Block {
  if (!node.isContainer) {
    return leafBlock(
      node,
      planning.drawing.edges.filter(({ from }) => from === node.path),
    );
  }
  const plan = planInner(planning, node);
  const own = ownExits(planning, node);
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

/** An arrow to a state that comes from none, as the line from a dot does. */
export function arrowTo(to: string): DrawingEdge {
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
