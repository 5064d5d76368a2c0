import type { GraphItem } from "./fold-envelopes.ts";
import type { Rows } from "./place-rows.ts";

/** The tracks that arrows bend in. */
export interface LinkRoutes {
  /** How many tracks the gutter after each column needs. */
  readonly tracks: readonly number[];
  readonly trackOf: (causeId: string) => number;
}

interface Bend {
  readonly cause: string;
  readonly from: number;
  readonly to: number;
  readonly start: number;
}

/** Arrows of one cause share a track; those of different causes share one only where they do not meet. */
export function linksOf(items: readonly GraphItem[], rowOf: Rows["rowOf"]): LinkRoutes {
  const byHop = new Map<number, Bend[]>();
  const effects = new Map<string, GraphItem[]>();
  for (const item of items) {
    if (item.cause === undefined) continue;
    const list = effects.get(item.cause);
    if (list) list.push(item);
    else effects.set(item.cause, [item]);
  }
  for (const item of items) {
    const start = rowOf(item.id).y;
    const ends = (effects.get(item.id) ?? []).map((effect) => rowOf(effect.id).y);
    if (ends.every((end) => end === start)) continue;
    const bend = {
      cause: item.id,
      start,
      from: Math.min(start, ...ends),
      to: Math.max(start, ...ends),
    };
    byHop.set(item.hop, [...(byHop.get(item.hop) ?? []), bend]);
  }
  const tracks: number[] = [];
  const trackOfCause = new Map<string, number>();
  for (const [hop, bends] of byHop) tracks[hop] = assign(bends, trackOfCause);
  return { tracks, trackOf: (cause) => trackOfCause.get(cause) ?? 0 };
}

/** Arrows that start lower bend earlier: then those that lead down past them do not cross their first stretch. */
function assign(bends: readonly Bend[], into: Map<string, number>): number {
  const placed: Bend[][] = [];
  for (const bend of [...bends].sort((a, b) => b.start - a.start)) {
    let track = placed.findIndex((others) => others.every((other) => !meet(bend, other)));
    if (track === -1) track = placed.push([]) - 1;
    placed[track]?.push(bend);
    into.set(bend.cause, track);
  }
  return placed.length;
}

function meet(a: Bend, b: Bend): boolean {
  return a.from <= b.to && b.from <= a.to;
}
