import type { Drawing, DrawingNode } from "../build/drawing.ts";

/** Which state stands in which container; the drawing itself is the container `undefined`. */
export interface StateTree {
  readonly childrenOf: (container: string | undefined) => readonly DrawingNode[];
  /** The child of a container that is or holds a state; undefined if it stands outside, or is the container itself. */
  readonly childIn: (container: string | undefined, path: string) => string | undefined;
  /** The containers around a state, innermost first, the drawing itself last. */
  readonly around: (path: string) => readonly (string | undefined)[];
}

/** Reads the tree off a drawing. */
export function stateTreeOf(drawing: Drawing): StateTree {
  const parents = new Map(drawing.nodes.map(({ path, parent }) => [path, parent]));
  const children = new Map<string | undefined, DrawingNode[]>();
  for (const node of drawing.nodes) {
    children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
  }
  return {
    childrenOf: (container) => children.get(container) ?? [],
    childIn: (container, path) => {
      for (let at: string | undefined = path; at !== undefined; at = parents.get(at)) {
        if (parents.has(at) && parents.get(at) === container && at !== container) return at;
      }
      return undefined;
    },
    around: (path) => {
      const found: (string | undefined)[] = [];
      for (let at = parents.get(path); ; at = parents.get(at)) {
        found.push(at);
        if (at === undefined) return found;
      }
    },
  };
}
