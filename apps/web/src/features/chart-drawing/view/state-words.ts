import { formatMoment } from "../../../lib/format-time.ts";
import { STATES } from "../../../ui/state-table.ts";
import type { DrawingEdge, DrawingNode } from "../build/drawing.ts";
import { afterWords } from "../build/transition-label.ts";
import type { Fact, StateMark } from "../marks/chart-marks.ts";
import { DIFFERENCES, type Difference } from "../marks/difference.ts";

/** Each kind of instant with the word before it. */
const FACT_WORDS = { last: "last", since: "since", undone: "undone" } as const;

/** One line about a state. An instant of another day says which: a chart may have stood for weeks. */
export function factWords(fact: Fact, zone: string, now: Date = new Date()): string {
  if (fact.kind === "text") return fact.text;
  return `${FACT_WORDS[fact.kind]} ${formatMoment(fact.at, now, zone)}`;
}

/** How often a state was entered, and when last: `visited once, 12:31:05`, `visited 3 times, last 12:31:05`. */
function visitWords(
  { visits, lastAt, fact }: StateMark,
  zone: string,
  now?: Date,
): string | undefined {
  if (!visits) return undefined;
  const words = visits === 1 ? "visited once" : `visited ${visits} times`;
  if (fact && fact.kind !== "text" && fact.kind !== "last")
    return `${words}, ${factWords(fact, zone, now)}`;
  const at = fact?.kind === "last" ? fact.at : lastAt;
  if (!at) return words;
  return visits === 1
    ? `${words}, ${formatMoment(at, now ?? new Date(), zone)}`
    : `${words}, ${factWords({ kind: "last", at }, zone, now)}`;
}

/** Everything that is drawn about a state, in words: the accessible name of its node, and the head of its details. */
export function stateWords(
  node: Pick<DrawingNode, "path" | "name" | "invokes" | "kind">,
  mark: StateMark | undefined,
  zone: string,
  difference?: Difference,
  now?: Date,
): string {
  const visits = mark && visitWords(mark, zone, now);
  // "Visited" is all that the look says of such a state; how often says it as well.
  const isSaid = mark?.mark === "visited" && visits !== undefined;
  const words = [
    node.path === "" ? node.name : node.path,
    difference && DIFFERENCES[difference].label.toLowerCase(),
    mark && mark.mark !== "rest" && !isSaid ? STATES[mark.mark].label : undefined,
    node.kind === "final" ? "final state" : undefined,
    visits,
    ...node.invokes.map((invoke) => `calls ${invoke.src}`),
    mark?.fact && (mark.fact.kind === "text" || !visits)
      ? factWords(mark.fact, zone, now)
      : undefined,
    mark?.badge === "dead" ? "with a dead letter" : undefined,
    mark?.timer?.running ? `timer ${afterWords(mark.timer.label)} running` : undefined,
  ];
  return words.filter(Boolean).join(", ");
}

/** What labels leave out, by the state that their arrows leave: `arrow to paid in full: payment.authorization.confirmed`. */
export function wholeLabels({
  edges,
}: {
  readonly edges: readonly Pick<DrawingEdge, "from" | "to" | "whole">[];
}): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const { from, to, whole } of edges) {
    if (whole === undefined) continue;
    const before = words.get(from);
    words.set(from, `${before === undefined ? "" : `${before}, `}arrow to ${to} in full: ${whole}`);
  }
  return words;
}
