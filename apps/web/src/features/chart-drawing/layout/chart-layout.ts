import type { Box, Point } from "../../../lib/geometry.ts";
import type { DrawingEdge, DrawingNode } from "../build/drawing.ts";

/** A state in its place. */
export interface PlacedNode extends DrawingNode {
  readonly box: Box;
  /** How many containers it stands in; they are drawn in this order. */
  readonly depth: number;
}

/** A label in its place. */
export interface PlacedLabel {
  readonly box: Box;
  readonly lines: readonly string[];
}

/** An arrow in its place. */
export interface PlacedEdge extends DrawingEdge {
  readonly points: readonly Point[];
  readonly label: PlacedLabel | undefined;
  /** Where it crosses the outline of a container that it enters by default. */
  readonly dots: readonly Point[];
}

/** A filled dot and the line from it to what is entered first. */
export interface PlacedStart {
  readonly at: Point;
  readonly to: string;
  readonly points: readonly Point[];
  readonly dots: readonly Point[];
}

/** A chart with a place for everything, independent of any instance; it depends only on the chart's structure. */
export interface ChartLayout {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** Containers before their children. */
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly starts: readonly PlacedStart[];
  /** The dashed lines between regions. */
  readonly separators: readonly (readonly [Point, Point])[];
  /** Quiet words in the drawing: "ship has no undo". */
  readonly notes: readonly { readonly text: string; readonly at: Point }[];
  /** How it was laid out, for people who wonder and for tests. */
  readonly by: "saga" | "elk" | "tracks";
}
