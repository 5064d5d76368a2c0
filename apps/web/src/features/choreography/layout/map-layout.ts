import type { Box, Point } from "../../../lib/geometry.ts";
import type { LinkBundle, MapNode } from "../choreography.ts";

/** A type beside an arrow, and how often it came; or how many more types there are. */
export interface BundleLine {
  readonly text: string;
  readonly count: string;
}

/** The map with every place and arrow where it is drawn, in pixels from its corner. */
export interface MapLayout {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedPlace[];
  readonly bundles: readonly PlacedBundle[];
}

export interface PlacedPlace {
  readonly node: MapNode;
  readonly box: Box;
}

export interface PlacedBundle {
  readonly bundle: LinkBundle;
  readonly points: readonly Point[];
  /** What is written beside it, and where; the first line is the busiest type. */
  readonly lines: readonly BundleLine[];
  readonly label: Box | undefined;
}
