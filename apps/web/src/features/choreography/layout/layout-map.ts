import type { ElkExtendedEdge, ElkNode } from "elkjs/lib/elk-api.js";
import { type RunElk, runElk } from "../../../lib/elk/elk-engine.ts";
import { formatCount, formatPlural } from "../../../lib/format-number.ts";
import { textWidth } from "../../../lib/text-width.ts";
import {
  bundlesOf,
  type LinkBundle,
  type MapLink,
  type MapNode,
  rateWords,
} from "../choreography.ts";
import type { BundleLine, MapLayout, PlacedBundle } from "./map-layout.ts";

/** Size of a place on the map. */
export const PLACE = { width: 176, height: 54 } as const;
/** Height of a line beside an arrow. */
export const LINE_HEIGHT = 14;
const LABEL_PX = 10.5;
/** Types written beside an arrow; of more, how many more there are. */
const LINES_MAX = 4;
/** Room for a type beside an arrow; longer ones are cut in the middle of the word. */
const TYPE_MAX = 34;

const OPTIONS = {
  "elk.algorithm": "layered",
  "elk.direction": "RIGHT",
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.padding": "[top=24,left=16,bottom=24,right=16]",
  "elk.spacing.nodeNode": "40",
  "elk.spacing.edgeNode": "22",
  "elk.spacing.edgeEdge": "16",
  "elk.spacing.edgeLabel": "4",
  "elk.spacing.componentComponent": "48",
  "elk.layered.spacing.nodeNodeBetweenLayers": "34",
  "elk.layered.spacing.edgeNodeBetweenLayers": "18",
  "elk.layered.nodePlacement.strategy": "NETWORK_SIMPLEX",
  "elk.layered.cycleBreaking.strategy": "GREEDY",
  "elk.layered.edgeLabels.sideSelection": "ALWAYS_UP",
} as const;

/** Lay the map out from left to right along what is said, so that causes stand before effects. @param hours - what its counts are of */
export async function layoutMap(
  nodes: readonly MapNode[],
  links: readonly MapLink[],
  hours: number,
  run: RunElk = runElk,
): Promise<MapLayout> {
  const bundles = bundlesOf(links);
  const placed = await run({
    id: "map",
    layoutOptions: OPTIONS,
    children: nodes.map(({ id }) => ({ id, ...PLACE })),
    edges: bundles.map((bundle) => edgeOf(bundle, hours)),
  });
  return readMap(nodes, bundles, placed, hours);
}

/** What is written beside an arrow: its busiest types with how often each came, and how many of them failed. */
export function linesOf({ links }: LinkBundle, hours: number): readonly BundleLine[] {
  const shown = links.length > LINES_MAX ? links.slice(0, LINES_MAX - 1) : links;
  const more = links.length - shown.length;
  const lines = shown.map(({ type, count, openLetters }) => {
    const short = type.length > TYPE_MAX ? `${type.slice(0, TYPE_MAX - 1)}…` : type;
    const facts = [
      count > 0 && formatCount(count),
      rateWords(count, hours),
      openLetters > 0 && formatPlural(openLetters, "letter"),
    ];
    return { text: short, count: facts.filter(Boolean).join(", ") };
  });
  return more > 0 ? [...lines, { text: `and ${more} more`, count: "" }] : lines;
}

function edgeOf(bundle: LinkBundle, hours: number): ElkExtendedEdge {
  const lines = linesOf(bundle, hours);
  const width = Math.max(
    ...lines.map(({ text, count }) => textWidth(`${text}  ${count}`, "label", LABEL_PX)),
  );
  return {
    id: bundle.id,
    sources: [bundle.from],
    targets: [bundle.to],
    labels: [
      {
        text: lines.map(({ text }) => text).join("\n"),
        width: Math.ceil(width) + 8,
        height: lines.length * LINE_HEIGHT,
      },
    ],
  };
}

function readMap(
  nodes: readonly MapNode[],
  bundles: readonly LinkBundle[],
  placed: ElkNode,
  hours: number,
): MapLayout {
  const boxes = new Map((placed.children ?? []).map((child) => [child.id, child]));
  const edges = new Map((placed.edges ?? []).map((edge) => [edge.id, edge]));
  return {
    width: placed.width ?? 0,
    height: placed.height ?? 0,
    nodes: nodes.map((node) => {
      const { x = 0, y = 0 } = boxes.get(node.id) ?? {};
      return { node, box: { x, y, ...PLACE } };
    }),
    bundles: bundles.map((bundle) => placeBundle(bundle, edges.get(bundle.id), hours)),
  };
}

function placeBundle(
  bundle: LinkBundle,
  edge: ElkExtendedEdge | undefined,
  hours: number,
): PlacedBundle {
  const [label] = edge?.labels ?? [];
  const { x = 0, y = 0, width = 0, height = 0 } = label ?? {};
  return {
    bundle,
    lines: linesOf(bundle, hours),
    label: label && { x, y, width, height },
    points: (edge?.sections ?? []).flatMap(({ startPoint, bendPoints, endPoint }) => [
      startPoint,
      ...(bendPoints ?? []),
      endPoint,
    ]),
  };
}
