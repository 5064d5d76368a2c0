import type { GlyphName } from "./glyph-shapes.tsx";

/** The hues a state can have; `plain` is ink on a neutral surface. */
export type Tone = "plain" | "faint" | "blue" | "green" | "red" | "violet" | "amber" | "teal";

/** How the box of a state is drawn in a chart; the widths and dashes stand in `chart.css`. */
export type Outline =
  | "rest"
  | "visited"
  | "active"
  | "compensating"
  | "compensated"
  | "failed"
  | "possible"
  | "done"
  | "unreachable"
  | "waiting"
  | "warning";

interface StateLook {
  readonly label: string;
  readonly tone: Tone;
  readonly glyph: GlyphName;
  readonly outline: Outline;
  /** Whether a token stands on a node in this state. */
  readonly token?: true;
  /** Whether its node has a second line inside, as a final state has. */
  readonly double?: true;
}

/** The one table from a state to its word, colour, glyph and outline, for charts, lists, timelines and palette alike. */
export const STATES = {
  rest: { label: "At rest", tone: "faint", glyph: "instances", outline: "rest" },
  active: { label: "Active", tone: "blue", glyph: "st-active", outline: "active", token: true },
  visited: { label: "Visited", tone: "plain", glyph: "st-visited", outline: "visited" },
  failed: { label: "Failed", tone: "red", glyph: "st-failed", outline: "failed" },
  compensating: {
    label: "Compensating",
    tone: "violet",
    glyph: "st-compensating",
    outline: "compensating",
    token: true,
  },
  compensated: {
    label: "Compensated",
    tone: "violet",
    glyph: "st-compensated",
    outline: "compensated",
  },
  possible: { label: "Possible next", tone: "blue", glyph: "st-possible", outline: "possible" },
  unreachable: {
    label: "Cannot be reached now",
    tone: "faint",
    glyph: "st-unreachable",
    outline: "unreachable",
  },
  waiting: {
    label: "Waiting",
    tone: "teal",
    glyph: "st-waiting",
    outline: "waiting",
    token: true,
  },
  done: { label: "Done", tone: "green", glyph: "st-done", outline: "done", double: true },
  dead: { label: "Dead letter", tone: "red", glyph: "st-dead", outline: "failed", double: true },
  stuck: { label: "Stuck", tone: "amber", glyph: "st-stuck", outline: "warning", token: true },
  overdue: {
    label: "Overdue",
    tone: "amber",
    glyph: "st-overdue",
    outline: "warning",
    token: true,
  },
} as const satisfies Record<string, StateLook>;

/** One of the states that LOOK names. */
export type StateName = keyof typeof STATES;

/** The look of a state. */
export function lookOf(state: StateName): StateLook {
  return STATES[state];
}

/** Text colour for each tone. */
export const TONE_TEXT = {
  plain: "text-ink-2",
  faint: "text-ink-3",
  blue: "text-blue",
  green: "text-green",
  red: "text-red",
  violet: "text-violet",
  amber: "text-amber",
  teal: "text-teal",
} as const satisfies Record<Tone, string>;

/** Text, tint and outline for each tone, as chips wear them. */
export const TONE_CHIP = {
  plain: "text-ink-2 bg-surface-2 inset-ring-line-strong",
  faint: "text-ink-2 bg-surface-2 inset-ring-line",
  blue: "text-blue bg-blue-tint inset-ring-blue-line",
  green: "text-green bg-green-tint inset-ring-green-line",
  red: "text-red bg-red-tint inset-ring-red-line",
  violet: "text-violet bg-violet-tint inset-ring-violet-line",
  amber: "text-amber bg-amber-tint inset-ring-amber-line",
  teal: "text-teal bg-teal-tint inset-ring-teal-line",
} as const satisfies Record<Tone, string>;
