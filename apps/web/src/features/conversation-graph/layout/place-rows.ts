import { BOX_HEIGHT, HEAD_HEIGHT, type PlacedItem } from "./conversation-layout.ts";

/** A lane's place from top to bottom. */
export interface PlacedRow {
  readonly lane: string;
  readonly y: number;
  readonly height: number;
}

/** Where every box stands from top to bottom. */
export interface Rows {
  readonly rowOf: (id: string) => { readonly row: number; readonly y: number };
  readonly lanes: readonly PlacedRow[];
  readonly height: number;
}

/** Over the first row of a lane, for a pill on a box's upper edge; between rows; and a line of caption under a box. */
const LANE_TOP = 14;
const ROW_GAP = 14;
const CAPTION = 14;
const LANE_BOTTOM = 14;
/** A lane's head has a name, a line or two under it and its count. */
const LANE_MIN = 108;

type Described = Pick<PlacedItem, "item" | "captions">;

/**
 * Gives each box a row of its lane: the row of its cause if that is in the same lane and free, so that chains run straight; else the
 * first free one. Lanes stand in the order in which causation first reaches them.
 */
export function placeRows(described: readonly Described[]): Rows {
  const rows = assignRows(described);
  const lanes = new Map<string, number[]>();
  const extra = (one: Described) =>
    one.captions.length * CAPTION +
    (one.item.kind === "stack" || one.item.isShut ? STACK_BELOW : 0);
  for (const one of described) {
    const heights = lanes.get(one.item.lane) ?? [];
    const row = rows.get(one.item.id) ?? 0;
    heights[row] = Math.max(heights[row] ?? BOX_HEIGHT, BOX_HEIGHT + extra(one));
    lanes.set(one.item.lane, heights);
  }
  return stackLanes(lanes, described, rows);
}

/** Room for the edges of a stack, and for the pill of a stack or a shut box. */
const STACK_BELOW = 14;

function stackLanes(
  lanes: ReadonlyMap<string, readonly number[]>,
  described: readonly Described[],
  rows: ReadonlyMap<string, number>,
): Rows {
  const placed: PlacedRow[] = [];
  const tops = new Map<string, readonly number[]>();
  let y = HEAD_HEIGHT;
  for (const [lane, heights] of lanes) {
    const own: number[] = [];
    let top = y + LANE_TOP;
    for (const height of Array.from(heights, (value) => value ?? BOX_HEIGHT)) {
      own.push(top);
      top += height + ROW_GAP;
    }
    const height = Math.max(LANE_MIN, top - ROW_GAP + LANE_BOTTOM - y);
    placed.push({ lane, y, height });
    tops.set(lane, own);
    y += height;
  }
  const laneOfItem = new Map(described.map(({ item }) => [item.id, item.lane]));
  return {
    lanes: placed,
    height: y,
    rowOf: (id) => {
      const row = rows.get(id) ?? 0;
      return { row, y: tops.get(laneOfItem.get(id) ?? "")?.[row] ?? HEAD_HEIGHT };
    },
  };
}

function assignRows(described: readonly Described[]): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  const laneOfItem = new Map(described.map(({ item }) => [item.id, item.lane]));
  const taken = new Set<string>();
  const inOrder = [...described].sort((a, b) => a.item.hop - b.item.hop);
  for (const { item } of inOrder) {
    const cell = (row: number) => `${item.lane} ${item.hop} ${row}`;
    const sameLane = item.cause !== undefined && laneOfItem.get(item.cause) === item.lane;
    let row = sameLane ? (rows.get(item.cause ?? "") ?? 0) : 0;
    while (taken.has(cell(row))) row += 1;
    taken.add(cell(row));
    rows.set(item.id, row);
  }
  return rows;
}
