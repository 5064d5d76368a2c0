import type { DrawingEdge, DrawingNode } from "../build/drawing.ts";

/** Everything stands on multiples of this, exits on the line and entries between, so that no two of them lie on each other. */
export const GRID = 4;
const BETWEEN = GRID / 2;
/** Between a line and the label over it, and around both. */
const LABEL_GAP = 3;
/** A right side's row without a label. */
const BARE_ROW = 12;

/** A state, or a container with all that is in it, and where arrows meet its sides; `y` is counted from its own top. */
export interface Block {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  /** Where arrows to it enter on the left. */
  readonly entryY: number;
  /** Where a dot's line enters on the left. */
  readonly startY: number;
  /** Where its own arrows leave on the right, by the arrow's id. */
  readonly exits: ReadonlyMap<string, number>;
  /** Where arrows from its own column enter on the right. */
  readonly backY: number;
  /** Where arrows to states inside cross its left side, and arrows to states outside its right, by target. */
  readonly ins: ReadonlyMap<string, number>;
  readonly outs: ReadonlyMap<string, number>;
  /** The widest label beside its right side. */
  readonly labelWidth: number;
}

/** Rows for the arrows that leave a state: each has its own, as high as its label. */
export function exitRows(
  edges: readonly DrawingEdge[],
  top: number,
): { readonly exits: ReadonlyMap<string, number>; readonly end: number; readonly width: number } {
  let y = top;
  const exits = new Map<string, number>();
  for (const edge of edges) {
    y = snap(y + (edge.lines.length > 0 ? edge.labelHeight + 2 * LABEL_GAP : BARE_ROW));
    exits.set(edge.id, y);
  }
  return { exits, end: y, width: Math.max(0, ...edges.map(({ labelWidth }) => labelWidth)) };
}

/** The height of a track with a label over its line. */
export function labelRow(edge: DrawingEdge): number {
  return snap(edge.labelHeight + 2 * LABEL_GAP);
}

/** Where the label over an exit stands. */
export function labelTop(edge: DrawingEdge, y: number): number {
  return y - LABEL_GAP - edge.labelHeight;
}

/** A state with room on its right side for all that leaves it. */
export function leafBlock(node: DrawingNode, edges: readonly DrawingEdge[]): Block {
  const { exits, end, width } = exitRows(edges, 0);
  const height = snap(Math.max(node.height, end + BARE_ROW + GRID));
  return {
    path: node.path,
    width: node.width,
    height,
    entryY: snap(height / 2) + BETWEEN,
    startY: snap(height / 2) + BETWEEN - 2 * GRID,
    exits,
    backY: snap(end + GRID) + BETWEEN,
    ins: new Map(),
    outs: new Map(),
    labelWidth: width,
  };
}

/** Up to the next multiple of the grid. */
export function snap(value: number): number {
  return Math.ceil(value / GRID) * GRID;
}

/** Between two multiples of the grid. */
export function between(value: number): number {
  return snap(value) + BETWEEN;
}
