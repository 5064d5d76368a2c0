import type { ElkExtendedEdge, ElkNode, LayoutOptions } from "elkjs/lib/elk-api.js";
import type { Drawing, DrawingEdge, DrawingNode } from "../build/drawing.ts";
import { TITLE_LEFT, titleWidth } from "./fixed-words.ts";

/** Half of the filled dot where a chart starts. */
export const START_SIZE = 9;

/** Room for a container's name over its children, and around them. */
const CONTAINER_TOP = 38;
const CONTAINER_SIDE = 16;
const REGION_TOP = 30;

const ROOT_OPTIONS: LayoutOptions = {
  "elk.algorithm": "layered",
  "elk.direction": "RIGHT",
  "elk.hierarchyHandling": "INCLUDE_CHILDREN",
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.json.edgeCoords": "ROOT",
  "elk.json.shapeCoords": "ROOT",
  "elk.padding": "[top=14,left=14,bottom=14,right=14]",
};

const CARE: LayoutOptions = {
  "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX",
  "elk.layered.nodePlacement.favorStraightEdges": "true",
  "elk.layered.thoroughness": "10",
  "elk.layered.spacing.nodeNodeBetweenLayers": "18",
};

/** Gaps as LOOK asks: 34 px between nodes, 44 px between lanes, arrows in gutters of their own. */
const SPACING: LayoutOptions = {
  "elk.spacing.nodeNode": "34",
  "elk.spacing.edgeNode": "18",
  "elk.spacing.edgeEdge": "14",
  "elk.spacing.edgeLabel": "5",
  "elk.spacing.labelLabel": "6",
  "elk.spacing.labelNode": "8",
  "elk.layered.spacing.edgeNodeBetweenLayers": "14",
  "elk.layered.spacing.edgeEdgeBetweenLayers": "10",
  "elk.layered.cycleBreaking.strategy": "DEPTH_FIRST",
  "elk.layered.edgeLabels.sideSelection": "ALWAYS_UP",
};

/** ELK's name for a state; the root's path is empty, which ELK does not take. */
export function nodeId(path: string): string {
  return `state:${path}`;
}

/** ELK's name for the dot in a container, or at the top. */
export function startId(parent: string | undefined): string {
  return `start:${parent ?? "top"}`;
}

/** The drawing as ELK wants it; coordinates come back from the drawing's corner, for arrows too. */
export function elkGraph(drawing: Drawing): ElkNode {
  return {
    id: "drawing",
    layoutOptions: { ...ROOT_OPTIONS, ...SPACING, ...CARE },
    children: childrenOf(drawing, undefined),
    edges: [...drawing.starts.map(startEdge), ...drawing.edges.map(elkEdge)],
  };
}

function childrenOf(drawing: Drawing, parent: string | undefined): ElkNode[] {
  const starts = drawing.starts
    .filter((start) => start.parent === parent)
    .map((start) => ({ id: startId(start.parent), width: START_SIZE, height: START_SIZE }));
  const nodes = drawing.nodes
    .filter((node) => node.parent === parent)
    .map((node) => (node.isContainer ? container(drawing, node) : leaf(node)));
  return [...starts, ...nodes];
}

function leaf({ path, width, height }: DrawingNode): ElkNode {
  return { id: nodeId(path), width, height };
}

function container(drawing: Drawing, node: DrawingNode): ElkNode {
  const top = node.isRegion ? REGION_TOP : CONTAINER_TOP;
  const bottom = node.hasTimer ? CONTAINER_SIDE + 8 : CONTAINER_SIDE;
  const nameWidth = titleWidth(node) + 2 * TITLE_LEFT;
  const padding = `[top=${top},left=${CONTAINER_SIDE},bottom=${bottom},right=${CONTAINER_SIDE}]`;
  return {
    id: nodeId(node.path),
    layoutOptions: {
      ...SPACING,
      ...CARE,
      "elk.padding": node.kind === "parallel" ? REGIONS_PADDING : padding,
      "elk.spacing.nodeNode": node.kind === "parallel" ? "6" : "34",
      "elk.nodeSize.constraints": "MINIMUM_SIZE",
      "elk.nodeSize.minimum": `(${Math.ceil(nameWidth)}, 60)`,
    },
    children: childrenOf(drawing, node.path),
  };
}

/** Regions fill their container up to its outline; only its name needs room. */
const REGIONS_PADDING = "[top=30,left=0,bottom=6,right=0]";

function elkEdge(edge: DrawingEdge): ElkExtendedEdge {
  return {
    id: edge.id,
    sources: [nodeId(edge.from)],
    targets: [nodeId(edge.to)],
    labels:
      edge.lines.length === 0
        ? []
        : [{ text: edge.lines.join("\n"), width: edge.labelWidth, height: edge.labelHeight }],
  };
}

function startEdge(start: Drawing["starts"][number]): ElkExtendedEdge {
  const id = startId(start.parent);
  return { id: `${id} edge`, sources: [id], targets: [nodeId(start.to)] };
}
