import type { Box } from "../../../lib/geometry.ts";
import type { ChartLayout } from "../layout/chart-layout.ts";

/** What part of the drawing is seen: its zoom, and where its corner lies in the window. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** The place that a chart is shown in; an element has these. */
export interface Place {
  readonly clientWidth: number;
  readonly clientHeight: number;
}

/** Small charts are not blown up. */
const FIT_MAX = 1.1;

/**
 * The whole chart in the middle of its place. If that would be smaller than `zoomMin`, the part around the first token at that
 * zoom, and never beyond the chart's ends.
 */
export function fittingViewport(
  layout: Pick<ChartLayout, "width" | "height" | "nodes">,
  place: Place,
  zoomMin: number,
  tokens: readonly string[],
): Viewport {
  const { clientWidth: width, clientHeight: height } = place;
  const whole = Math.min(width / layout.width, height / layout.height, FIT_MAX);
  const zoom = Math.max(whole, zoomMin);
  const node = layout.nodes.find((one) => tokens.includes(one.path));
  const focus = node
    ? { x: node.box.x + node.box.width / 2, y: node.box.y + node.box.height / 2 }
    : { x: 0, y: 0 };
  return {
    zoom,
    x: offset(width, layout.width * zoom, focus.x * zoom),
    y: offset(height, layout.height * zoom, focus.y * zoom),
  };
}

/** Centred if it fits; else with the focus in the middle, as far as the ends allow. */
function offset(room: number, size: number, focus: number): number {
  if (size <= room) return (room - size) / 2;
  return Math.min(0, Math.max(room - size, room / 2 - focus));
}

/** The same viewport if a box is in sight, else one with the box in the middle. */
export function showingViewport(box: Box, place: Place, now: Viewport): Viewport {
  const left = box.x * now.zoom + now.x;
  const top = box.y * now.zoom + now.y;
  const width = box.width * now.zoom;
  const height = box.height * now.zoom;
  const inSight =
    left >= 0 &&
    top >= 0 &&
    left + width <= place.clientWidth &&
    top + height <= place.clientHeight;
  if (inSight) return now;
  return {
    zoom: now.zoom,
    x: now.x + place.clientWidth / 2 - left - width / 2,
    y: now.y + place.clientHeight / 2 - top - height / 2,
  };
}
