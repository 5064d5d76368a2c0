import type { Box, Point } from "../../../lib/geometry.ts";
import type { GraphItem } from "./fold-envelopes.ts";

/** Height of a box. */
export const BOX_HEIGHT = 42;
/** Room for the columns' heads over the first lane. */
export const HEAD_HEIGHT = 30;

/** A service, and the envelopes that are its own. */
export interface Lane {
  readonly name: string;
  /** `payment v5`, or that there is no chart. */
  readonly subtitles: readonly string[];
  readonly count: number;
  readonly y: number;
  readonly height: number;
}

/** A box in its place. */
export interface PlacedItem {
  readonly item: GraphItem;
  readonly box: Box;
  readonly prefix: string;
  readonly word: string;
  /** Seconds since the first envelope, by the clocks: `6.20 s`. */
  readonly seconds: string;
  /** Under the box: why it is a dead letter, or that it is expected. */
  readonly captions: readonly string[];
}

/** An arrow from a cause to its effect. */
export interface PlacedLink {
  readonly from: string;
  readonly to: string;
  readonly points: readonly Point[];
}

/** A conversation with a place for everything. */
export interface ConversationLayout {
  readonly width: number;
  readonly height: number;
  readonly lanes: readonly Lane[];
  /** The middle of each column. */
  readonly hops: readonly number[];
  readonly items: readonly PlacedItem[];
  readonly links: readonly PlacedLink[];
}
