import { type Box, contains, overlap, type Point, segmentsOf } from "../../../lib/geometry.ts";
import { labelWidth } from "../build/node-size.ts";
import type { ChartLayout, PlacedEdge, PlacedNode } from "../layout/chart-layout.ts";
import { fixedWords } from "../layout/fixed-words.ts";
import type { ChartMarks, TransitionMark } from "../marks/chart-marks.ts";
import { containerHue } from "./container-node.tsx";

/** The strongest mark of the transitions that share an arrow. */
const STRENGTH: readonly TransitionMark[] = [
  "broken",
  "failed",
  "compensating",
  "possible",
  "visited",
  "rest",
  "untaken",
];

/** How an arrow is drawn. */
export function arrowMark(
  edge: Pick<PlacedEdge, "transitions">,
  marks: ChartMarks,
): TransitionMark {
  const own = edge.transitions.map((id) => marks.transitions[id] ?? "rest");
  return STRENGTH.find((mark) => own.includes(mark)) ?? "rest";
}

/** The colour behind a label, which its halo takes: that of the innermost container around it. */
export function behindLabel(layout: ChartLayout, marks: ChartMarks, at: Point): string {
  const around = layout.nodes.findLast(
    (node) => node.isContainer && !node.isRegion && contains(node.box, at),
  );
  if (!around) return "var(--chart-behind)";
  const hue = containerHue(marks.states[around.path]);
  return hue ? `color-mix(in srgb, var(--${hue}-tint) 45%, var(--surface))` : "var(--surface-2)";
}

/** A token: where it stands, its hue, and a key that stays while it moves. */
export interface Token extends Point {
  readonly key: string;
  /** The state that it stands on. */
  readonly path: string;
  readonly hue: string;
}

const HUES: Readonly<Record<string, string>> = {
  compensating: "var(--violet)",
  compensated: "var(--violet)",
  done: "var(--green)",
  failed: "var(--red)",
  dead: "var(--red)",
  stuck: "var(--amber)",
  overdue: "var(--amber)",
  waiting: "var(--teal)",
};

/** One token for each region, on the upper right corner of the state that holds it. */
export function tokensOf(layout: ChartLayout, marks: ChartMarks): readonly Token[] {
  const byPath = new Map(layout.nodes.map((node) => [node.path, node]));
  return marks.tokens.flatMap((path) => {
    const node = byPath.get(path);
    if (!node) return [];
    const parentOf = ({ parent }: PlacedNode) =>
      parent === undefined ? undefined : byPath.get(parent);
    // A region is whatever stands in a parallel state, also a state without any in it.
    let region: PlacedNode | undefined = node;
    while (region && parentOf(region)?.kind !== "parallel") region = parentOf(region);
    const { x, y, width } = node.box;
    const hue = HUES[marks.states[path]?.mark ?? ""] ?? "var(--blue)";
    return [{ key: region?.path ?? "root", path, x: x + width, y, hue }];
  });
}

/**
 * The lines of each arrow's label, by the arrow's id. After the word of one that failed stands what failed, as in
 * `error: card_declined`, where there is room for it to the right.
 */
export function labelTexts(
  layout: ChartLayout,
  marks: ChartMarks,
): ReadonlyMap<string, readonly string[]> {
  const grown = new Map<string, Box>();
  const texts = layout.edges.flatMap((edge) => {
    if (!edge.label) return [];
    const longer = longerText(edge, marks);
    const box = longer && { ...edge.label.box, width: labelWidth(longer) + FREE };
    if (!box || !isFree(layout, box, edge) || [...grown.values()].some((one) => overlap(one, box)))
      return [[edge.id, edge.label.lines] as const];
    grown.set(edge.id, box);
    return [[edge.id, [longer]] as const];
  });
  return new Map(texts);
}

function longerText(edge: PlacedEdge, marks: ChartMarks): string | undefined {
  const fact = marks.states[edge.from]?.fact;
  const [line, ...more] = edge.label?.lines ?? [];
  if (fact?.kind !== "text" || line === undefined || more.length > 0) return undefined;
  return arrowMark(edge, marks) === "failed" ? `${line}: ${fact.text}` : undefined;
}

const FREE = 8;

function isFree(layout: ChartLayout, box: Box, own: PlacedEdge): boolean {
  const { titles, pills, notes } = fixedWords(layout);
  const onWords = [...titles, ...pills, ...notes].some((words) => overlap(words.box, box));
  const onNode = layout.nodes.some((node) => !node.isContainer && overlap(node.box, box));
  const lines = [...layout.edges, ...layout.starts].flatMap(({ points }) => segmentsOf(points));
  const onEdge =
    lines.some(([a, b]) => overlap(box, spanOf(a, b))) ||
    layout.edges.some((edge) => edge !== own && edge.label && overlap(edge.label.box, box));
  return !onWords && !onNode && !onEdge && box.x + box.width <= layout.width;
}

function spanOf(a: Point, b: Point): Box {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  };
}
