import type { Box } from "../../../lib/geometry.ts";
import { lookOf } from "../../../ui/state-table.ts";
import type { ChartLayout, PlacedNode } from "../layout/chart-layout.ts";
import type { ChartMarks } from "../marks/chart-marks.ts";
import type { Place, Viewport } from "./viewport.ts";

const DIFFERENCE_COLOURS = {
  added: "var(--green)",
  removed: "var(--red)",
  changed: "var(--amber)",
  only: "var(--ink-2)",
} as const;

/** The states of a chart as shapes, one for each colour, so that a map of hundreds is a few elements; containers first. */
export function mapShapes(
  layout: Pick<ChartLayout, "nodes">,
  marks: ChartMarks,
): readonly { readonly colour: string; readonly path: string }[] {
  const paths = new Map<string, string>();
  for (const node of layout.nodes) {
    const colour = colourOf(node, marks);
    paths.set(colour, (paths.get(colour) ?? "") + outline(node.box));
  }
  return [...paths].map(([colour, path]) => ({ colour, path }));
}

function colourOf({ path, isContainer }: PlacedNode, marks: ChartMarks): string {
  if (isContainer) return "var(--surface-3)";
  const difference = marks.differences?.states[path];
  if (difference) return DIFFERENCE_COLOURS[difference];
  const mark = marks.states[path];
  return mark && lookOf(mark.mark).token ? "var(--blue)" : "var(--line-control)";
}

/** What of the drawing is out of sight: all of it with a hole where the window is. */
export function outOfSight(
  layout: Pick<ChartLayout, "width" | "height">,
  place: Place,
  { x, y, zoom }: Viewport,
): string {
  const window = {
    x: -x / zoom,
    y: -y / zoom,
    width: place.clientWidth / zoom,
    height: place.clientHeight / zoom,
  };
  return outline({ x: 0, y: 0, width: layout.width, height: layout.height }) + outline(window);
}

/** The window with a place of the drawing in its middle. */
export function centredOn(
  at: { readonly x: number; readonly y: number },
  place: Place,
  zoom: number,
): Viewport {
  return {
    zoom,
    x: place.clientWidth / 2 - at.x * zoom,
    y: place.clientHeight / 2 - at.y * zoom,
  };
}

function outline({ x, y, width, height }: Box): string {
  return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
