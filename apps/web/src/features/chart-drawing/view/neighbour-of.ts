import { centreOf } from "../../../lib/geometry.ts";
import type { ChartLayout, PlacedNode } from "../layout/chart-layout.ts";

/** The keys that move from state to state. */
export type MoveKey = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

/** A move is preferred along its own axis: sideways distance counts this much more. */
const ASIDE = 2.5;

/** The state that an arrow key leads to: the nearest one in that direction along an arrow; without one, the nearest at all. */
export function neighbourOf(layout: ChartLayout, path: string, key: MoveKey): string | undefined {
  const leaves = layout.nodes.filter((node) => !node.isContainer);
  const from = layout.nodes.find((node) => node.path === path);
  if (!from) return leaves[0]?.path;
  const joined = joinedTo(layout, path);
  const ahead = leaves.flatMap((node) => {
    const cost = node === from ? undefined : costOf(from, node, key);
    return cost === undefined ? [] : [{ node, cost }];
  });
  const along = ahead.filter(({ node }) => joined.has(node.path));
  const best = (along.length > 0 ? along : ahead).sort((a, b) => a.cost - b.cost)[0];
  return best?.node.path;
}

/** States at the other end of an arrow of this state, or of a container around it. */
function joinedTo(layout: ChartLayout, path: string): ReadonlySet<string> {
  const isHere = (end: string) => end === path || path.startsWith(`${end}.`);
  return new Set(
    layout.edges.flatMap(({ from, to }) => [
      ...(isHere(from) ? [to] : []),
      ...(to === path ? [from] : []),
    ]),
  );
}

function costOf(from: PlacedNode, to: PlacedNode, key: MoveKey): number | undefined {
  const [a, b] = [centreOf(from.box), centreOf(to.box)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const [ahead, aside] = {
    ArrowLeft: [-dx, dy],
    ArrowRight: [dx, dy],
    ArrowUp: [-dy, dx],
    ArrowDown: [dy, dx],
  }[key] as [number, number];
  return ahead <= 1 ? undefined : ahead + Math.abs(aside) * ASIDE;
}

/** Out of a state to the container around it (`ArrowUp`), or into a container to its first state (`ArrowDown`). */
export function nestedOf(layout: ChartLayout, path: string, key: MoveKey): string | undefined {
  const node = layout.nodes.find((one) => one.path === path);
  if (key === "ArrowUp") return layout.nodes.find((one) => one.path === node?.parent)?.path;
  if (key !== "ArrowDown" || !node) return undefined;
  return layout.nodes.find(({ parent }) => parent === path)?.path;
}
