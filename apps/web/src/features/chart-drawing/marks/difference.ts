/** How a part of a chart differs from the other chart that stands beside it. */
export type Difference =
  | "added"
  | "removed"
  | "changed"
  /** Of two instances: only this one was here. */
  | "only";

interface DifferenceLook {
  readonly label: string;
  /** Stands before names and on badges: a difference is never told by colour alone. */
  readonly sign: string;
}

/** The one table from a difference to its word and sign; line and colour stand in `chart.css`. */
export const DIFFERENCES = {
  added: { label: "Added", sign: "+" },
  removed: { label: "Removed", sign: "−" },
  changed: { label: "Changed", sign: "≠" },
  only: { label: "Only here", sign: "◆" },
} as const satisfies Record<Difference, DifferenceLook>;

/** What differs in one of two charts: states by path, transitions by the id that core's `chartGraph` gives. */
export interface ChartDifferences {
  readonly states: Readonly<Record<string, Difference>>;
  readonly transitions: Readonly<Record<string, Difference>>;
}

/** Of the transitions that share an arrow, the difference that says most. */
export function differenceOf(
  transitions: readonly string[],
  differences: ChartDifferences | undefined,
): Difference | undefined {
  const own = transitions.map((id) => differences?.transitions[id]);
  const found = STRENGTH.find((kind) => own.includes(kind));
  // An arrow that was there before, and of which only a part is new, has changed.
  return (found === "added" || found === "removed") && own.includes(undefined) ? "changed" : found;
}

const STRENGTH: readonly Difference[] = ["changed", "added", "removed", "only"];
