import { stateOfPhase } from "@/lib/phase-state.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import type { GlyphName } from "@/ui/glyph-shapes.tsx";
import { lookOf, type Tone } from "@/ui/state-table.ts";

type Answer = RouterOutputs["search"]["all"];
type Group = Answer["groups"][number];
type Hit = Group["hits"][number];

/** A group of the palette: its heading, and what was found. */
export interface AnswerGroup {
  readonly title: string;
  readonly note?: string;
  readonly items: readonly AnswerItem[];
}

/** One line of the palette. */
export interface AnswerItem {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly glyph: GlyphName;
  readonly tone?: Tone;
  readonly aside?: string;
  readonly href: string;
}

const GROUPS = {
  instance: { title: "Orders", glyph: "instances" },
  conversation: { title: "Conversations", glyph: "conversation" },
  letter: { title: "Dead letters", glyph: "st-dead" },
  envelope: { title: "Envelopes", glyph: "send" },
  type: { title: "Types", glyph: "asyncapi" },
  machine: { title: "Machines", glyph: "map" },
} as const satisfies Record<Hit["kind"], { title: string; glyph: GlyphName }>;

/** What a search gave, as groups of lines. */
export function toGroups({ groups }: Answer): AnswerGroup[] {
  return groups.map((group) => ({
    title: GROUPS[group.kind].title,
    note: noteOf(group),
    items: group.hits.map(toItem),
  }));
}

function noteOf({ kind, hits, more }: Group): string | undefined {
  if (more) return `first ${hits.length}`;
  return kind === "instance" ? "business key" : undefined;
}

function toItem(hit: Hit): AnswerItem {
  const { title, subtitle, href, exact } = hit;
  return {
    id: `${hit.kind} ${hit.id}`,
    title,
    subtitle,
    href,
    ...lookOfHit(hit),
    aside: exact ? "exact" : undefined,
  };
}

function lookOfHit({ kind, phase }: Hit): { readonly glyph: GlyphName; readonly tone?: Tone } {
  if (phase !== undefined) {
    const { glyph, tone } = lookOf(stateOfPhase(phase));
    return { glyph, tone };
  }
  return lookOfKind(kind);
}

/** How a thing is drawn of which nothing but its kind is known. */
export function lookOfKind(kind: Hit["kind"]): { readonly glyph: GlyphName; readonly tone?: Tone } {
  return kind === "letter"
    ? { glyph: GROUPS.letter.glyph, tone: "red" }
    : { glyph: GROUPS[kind].glyph };
}
