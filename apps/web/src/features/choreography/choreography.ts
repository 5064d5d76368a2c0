import { formatCount } from "@/lib/format-number.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";

/** The map as the console reads it. */
export type ChoreographyView = RouterOutputs["choreography"]["get"];
export type MapNode = ChoreographyView["nodes"][number];
export type MapLink = ChoreographyView["links"][number];

/** What a place on the map is called, in words. */
export const NODE_KINDS = {
  machine: { glyph: "instances", words: "machine" },
  service: { glyph: "external", words: "observed, no chart" },
  outside: { glyph: "enter", words: "sends from outside" },
  relay: { glyph: "pipes", words: "relay" },
  feed: { glyph: "pipes", words: "feed" },
} as const satisfies Record<MapNode["kind"], { glyph: string; words: string }>;

/** All that goes from one place to another, as one arrow. */
export interface LinkBundle {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The busiest first. */
  readonly links: readonly MapLink[];
  readonly look: BundleLook;
}

/** The worst of a bundle's links decides how it is drawn. */
export type BundleLook = "failed" | "warning" | "rest" | "untaken";

/** One arrow for each pair of places; a map with an arrow a type would be a thicket. */
export function bundlesOf(links: readonly MapLink[]): readonly LinkBundle[] {
  const byPair = new Map<string, MapLink[]>();
  for (const link of links) {
    const id = `${link.from} → ${link.to}`;
    const bundle = byPair.get(id) ?? [];
    byPair.set(id, bundle);
    bundle.push(link);
  }
  return [...byPair].map(([id, bundle]) => {
    const sorted = bundle.toSorted(
      (one, other) => other.count - one.count || one.type.localeCompare(other.type),
    );
    const { from = "", to = "" } = sorted[0] ?? {};
    return { id, from, to, links: sorted, look: lookOf(sorted) };
  });
}

function lookOf(links: readonly MapLink[]): BundleLook {
  if (links.some(({ openLetters, isUnhandled }) => openLetters > 0 || isUnhandled)) return "failed";
  if (links.some(({ isEndless }) => isEndless)) return "warning";
  return links.some(({ count }) => count > 0) ? "rest" : "untaken";
}

/** The name of a place by its id. */
export function nameOf(nodes: readonly MapNode[], id: string): string {
  return nodes.find((node) => node.id === id)?.name ?? id;
}

const HOUR_MS = 3_600_000;

/** How many hours the counts of a map are of, to a tenth: what is counted anew each second is not another map. */
export function hoursCounted({ since }: Pick<ChoreographyView, "since">, nowMs: number): number {
  return Math.max(1, Math.round((nowMs - since.getTime()) / (HOUR_MS / 10))) / 10;
}

/** How often something comes: `12/min`, `3.5/h`, `2/day`; nothing for what did not come. */
export function rateWords(count: number, hours: number): string {
  if (count === 0) return "";
  const perHour = count / hours;
  if (perHour >= 60) return `${rounded(perHour / 60)}/min`;
  return perHour >= 1 ? `${rounded(perHour)}/h` : `${rounded(perHour * 24)}/day`;
}

function rounded(rate: number): string {
  return rate < 10 ? String(Math.round(rate * 10) / 10) : formatCount(Math.round(rate));
}

/** What is odd about the machines: types that one says and nobody takes, types that one waits for and nobody says. */
export function orphansOf(
  view: Pick<ChoreographyView, "unheard" | "unsaid">,
): ReadonlyMap<string, { readonly unheard: number; readonly unsaid: number }> {
  const orphans = new Map<string, { unheard: number; unsaid: number }>();
  for (const kind of ["unheard", "unsaid"] as const) {
    for (const { machine } of view[kind]) {
      const of = orphans.get(machine) ?? { unheard: 0, unsaid: 0 };
      of[kind] += 1;
      orphans.set(machine, of);
    }
  }
  return orphans;
}
