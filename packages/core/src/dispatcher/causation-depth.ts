import type { Envelope } from "../envelope/envelope.ts";

/** Extension that counts how many envelopes led to this one, each published because of the one before. */
export const DEPTH_EXTENSION = "causationdepth";

/** Longer chains than any process of people: past it machines are feeding each other in a circle. */
export const DEFAULT_CAUSATION_DEPTH_MAX = 100;

/** Depth of an envelope; 0 when it says nothing, as from outside. */
export function causationDepthOf(envelope: Envelope): number {
  const depth = envelope.extensions[DEPTH_EXTENSION];
  return typeof depth === "number" && Number.isInteger(depth) && depth > 0 ? depth : 0;
}
