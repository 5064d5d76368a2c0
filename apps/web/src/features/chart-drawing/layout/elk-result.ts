import type { ElkExtendedEdge, ElkNode } from "elkjs/lib/elk-api.js";
import { type Box, crossingOf, type Point } from "../../../lib/geometry.ts";
import type { Drawing, DrawingEdge, DrawingNode } from "../build/drawing.ts";
import type { ChartLayout, PlacedEdge, PlacedNode, PlacedStart } from "./chart-layout.ts";
import { nodeId, START_SIZE, startId } from "./elk-graph.ts";

/** Reads what ELK found and finishes what it cannot do: regions of one width, dots where containers are entered. */
export function readElk(drawing: Drawing, result: ElkNode): ChartLayout {
  const boxes = boxesOf(result);
  const boxOf = (id: string): Box => boxes.get(id) ?? { x: 0, y: 0, width: 0, height: 0 };
  const edgesById = new Map((result.edges ?? []).map((edge) => [edge.id, edge]));
  const nodes = placeNodes(drawing, boxOf);
  const dotsOn = (points: readonly Point[], enters: readonly string[]) =>
    enters.flatMap((path) => crossingOf(points, boxOf(nodeId(path))) ?? []);
  return {
    id: drawing.id,
    width: result.width ?? 0,
    height: result.height ?? 0,
    nodes,
    edges: drawing.edges.map((edge) => placeEdge(edge, edgesById.get(edge.id), dotsOn)),
    starts: drawing.starts.map((start): PlacedStart => {
      const id = startId(start.parent);
      const { x, y } = boxOf(id);
      const points = pointsOf(edgesById.get(`${id} edge`));
      const at = { x: x + START_SIZE / 2, y: y + START_SIZE / 2 };
      return { at, to: start.to, points, dots: dotsOn(points, start.enters) };
    }),
    separators: separatorsOf(nodes),
    notes: [],
    by: "elk",
  };
}

function boxesOf(node: ElkNode, into = new Map<string, Box>()): Map<string, Box> {
  for (const child of node.children ?? []) {
    const { x = 0, y = 0, width = 0, height = 0 } = child;
    into.set(child.id, { x, y, width, height });
    boxesOf(child, into);
  }
  return into;
}

function placeNodes(drawing: Drawing, boxOf: (id: string) => Box): readonly PlacedNode[] {
  const placed = new Map<string, PlacedNode>();
  for (const node of drawing.nodes) {
    const parent = node.parent === undefined ? undefined : placed.get(node.parent);
    const own = boxOf(nodeId(node.path));
    const box = isStacked(drawing, node, boxOf) && parent ? acrossParent(own, parent.box) : own;
    placed.set(node.path, { ...node, box, depth: parent ? parent.depth + 1 : 0 });
  }
  return [...placed.values()];
}

/** A region with its siblings above and below; arrows between regions may have put them side by side. */
function isStacked(drawing: Drawing, node: DrawingNode, boxOf: (id: string) => Box): boolean {
  const own = boxOf(nodeId(node.path));
  return (
    node.isRegion &&
    drawing.nodes
      .filter(({ parent, path }) => parent === node.parent && path !== node.path)
      .map(({ path }) => boxOf(nodeId(path)))
      .every(({ y, height }) => y + height <= own.y || own.y + own.height <= y)
  );
}

function acrossParent(box: Box, parent: Box): Box {
  return { ...box, x: parent.x, width: parent.width };
}

function placeEdge(
  edge: DrawingEdge,
  result: ElkExtendedEdge | undefined,
  dotsOn: (points: readonly Point[], enters: readonly string[]) => readonly Point[],
): PlacedEdge {
  const points = pointsOf(result);
  const [label] = result?.labels ?? [];
  const { x = 0, y = 0, width = 0, height = 0 } = label ?? {};
  return {
    ...edge,
    points,
    label: label && { box: { x, y, width, height }, lines: edge.lines },
    dots: dotsOn(points, edge.enters),
  };
}

function pointsOf(edge: ElkExtendedEdge | undefined): readonly Point[] {
  return (edge?.sections ?? []).flatMap(({ startPoint, bendPoints, endPoint }) => [
    startPoint,
    ...(bendPoints ?? []),
    endPoint,
  ]);
}

/** A line half way between each region and the next under it. */
export function separatorsOf(nodes: readonly PlacedNode[]): ChartLayout["separators"] {
  return nodes
    .filter((node) => node.kind === "parallel")
    .flatMap((parallel) => {
      const regions = nodes
        .filter((node) => node.parent === parallel.path)
        .sort((a, b) => a.box.y - b.box.y);
      return regions.slice(1).flatMap((region, at): (readonly [Point, Point])[] => {
        const floor = Math.max(...regions.slice(0, at + 1).map(({ box }) => box.y + box.height));
        if (floor > region.box.y) return [];
        const y = (floor + region.box.y) / 2;
        return [
          [
            { x: parallel.box.x, y },
            { x: parallel.box.x + parallel.box.width, y },
          ],
        ];
      });
    });
}
