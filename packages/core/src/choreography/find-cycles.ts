/**
 * One shortest circle through each knot of a graph: each group of nodes that can all reach each other gives one, and so does
 * a node that leads to itself.
 */
export function findCycles<Node>(
  nodes: readonly Node[],
  nextOf: (node: Node) => readonly Node[],
): readonly (readonly Node[])[] {
  const cycles: (readonly Node[])[] = [];
  const settled = new Set<Node>();
  for (const node of nodes) {
    if (settled.has(node)) continue;
    const cycle = shortestCycle(node, nextOf);
    if (cycle === undefined) continue;
    cycles.push(cycle);
    for (const member of knotOf(node, nodes, nextOf)) settled.add(member);
  }
  return cycles;
}

function shortestCycle<Node>(
  start: Node,
  nextOf: (node: Node) => readonly Node[],
): readonly Node[] | undefined {
  const cameFrom = new Map<Node, Node>();
  const queue: Node[] = [start];
  for (const node of queue) {
    for (const next of nextOf(node)) {
      if (next === start) return pathTo(node, start, cameFrom);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return undefined;
}

function pathTo<Node>(end: Node, start: Node, cameFrom: ReadonlyMap<Node, Node>): readonly Node[] {
  const path: Node[] = [];
  for (let node: Node | undefined = end; node !== undefined; node = cameFrom.get(node)) {
    path.unshift(node);
    if (node === start) break;
  }
  return path;
}

/** All nodes that the node reaches and that reach it. */
function knotOf<Node>(
  node: Node,
  nodes: readonly Node[],
  nextOf: (node: Node) => readonly Node[],
): readonly Node[] {
  const ahead = reachableFrom(node, nextOf);
  return nodes.filter((other) => ahead.has(other) && reachableFrom(other, nextOf).has(node));
}

function reachableFrom<Node>(
  start: Node,
  nextOf: (node: Node) => readonly Node[],
): ReadonlySet<Node> {
  const reached = new Set(nextOf(start));
  for (const node of reached) for (const next of nextOf(node)) reached.add(next);
  return reached;
}
