/** The part of an XState node that says where it stands. */
export interface StateNodeFacts {
  readonly id: string;
  readonly path: readonly string[];
  readonly type: string;
}

/** Paths of the active states without active children, sorted: `steps.reserve`. */
export function leafPaths(nodes: readonly StateNodeFacts[]): string[] {
  return nodes
    .filter(({ path, type }) => path.length > 0 && (type === "atomic" || type === "final"))
    .map(({ path }) => path.join("."))
    .sort();
}
