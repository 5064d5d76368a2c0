/** A child of a container, and what leads from it to others. */
export interface ColumnItem {
  readonly path: string;
  /** Paths of the children that its arrows lead to. */
  readonly next: readonly string[];
}

/** Columns for each row so that a page of text-wide states is about as wide as a screen is. */
const COLUMNS_PER_STATE = 0.65;
const COLUMNS_MIN = 3;
/** A column may be this much longer than its share before the order is cut into even pieces. */
const UNEVEN_MAX = 1.6;

/**
 * Sort the children of a container into columns, left to right in the order in which they are reached from `first`. Where
 * that order is much longer than wide, or one column would hold most, it is cut into even columns: a chart of two hundred
 * steps is then a page, not a ribbon.
 */
export function columnsOf(
  items: readonly ColumnItem[],
  first: string | undefined,
): readonly (readonly string[])[] {
  if (items.length === 0) return [];
  const layers = layersOf(items, first);
  const columns = Math.max(COLUMNS_MIN, Math.ceil(Math.sqrt(items.length * COLUMNS_PER_STATE)));
  const rows = Math.ceil(items.length / columns);
  const longest = Math.max(...layers.map((layer) => layer.length));
  if (layers.length <= columns && longest <= Math.max(rows * UNEVEN_MAX, COLUMNS_MIN))
    return layers;
  const inOrder = layers.flat();
  return Array.from({ length: Math.ceil(inOrder.length / rows) }, (_, at) =>
    inOrder.slice(at * rows, (at + 1) * rows),
  );
}

/** Each child one layer after the last of those that lead to it; arrows back do not count. */
function layersOf(items: readonly ColumnItem[], first: string | undefined): string[][] {
  const byPath = new Map(items.map((item) => [item.path, item]));
  const start = items.filter(({ path }) => path === first);
  const order = reverseFinish([...start, ...items], byPath);
  const rank = new Map(order.map((path, at) => [path, at]));
  const layer = new Map<string, number>();
  const place = new Map<string, number[]>();
  for (const path of order) {
    const own = layer.get(path) ?? 0;
    layer.set(path, own);
    for (const next of byPath.get(path)?.next ?? []) {
      if ((rank.get(next) ?? -1) <= (rank.get(path) ?? 0)) continue;
      layer.set(next, Math.max(layer.get(next) ?? 0, own + 1));
      place.set(next, [...(place.get(next) ?? []), rank.get(path) ?? 0]);
    }
  }
  const layers: string[][] = [];
  for (const path of order) {
    const at = layer.get(path) ?? 0;
    layers[at] = [...(layers[at] ?? []), path];
  }
  const mean = (path: string) => {
    const from = place.get(path) ?? [rank.get(path) ?? 0];
    return from.reduce((sum, one) => sum + one, 0) / from.length;
  };
  return layers.map((paths) => paths.toSorted((a, b) => mean(a) - mean(b)));
}

/** Depth first, without recursion: a chain may be thousands of states long. Each child stands before those it leads to. */
function reverseFinish(
  starts: readonly ColumnItem[],
  byPath: ReadonlyMap<string, ColumnItem>,
): readonly string[] {
  const seen = new Set<string>();
  const finished: string[] = [];
  for (const { path } of starts) {
    const stack = seen.has(path) ? [] : [{ path, at: 0 }];
    seen.add(path);
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      if (top === undefined) break;
      const next = byPath.get(top.path)?.next[top.at];
      top.at += 1;
      if (next === undefined) {
        finished.push(top.path);
        stack.pop();
      } else if (byPath.has(next) && !seen.has(next)) {
        seen.add(next);
        stack.push({ path: next, at: 0 });
      }
    }
  }
  return finished.reverse();
}
