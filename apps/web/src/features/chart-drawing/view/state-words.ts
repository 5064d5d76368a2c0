import { formatMoment } from "../../../lib/format-time.ts";
import { STATES } from "../../../ui/state-table.ts";
import type { DrawingNode } from "../build/drawing.ts";
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

/** Everything that is drawn about a state, in words: the accessible name of its node, and a row of the table. */
export function stateWords(
  node: Pick<DrawingNode, "path" | "name" | "invokes" | "kind">,
  mark: StateMark | undefined,
  zone: string,
  difference?: Difference,
): string {
  const words = [
    node.path === "" ? node.name : node.path,
    difference && DIFFERENCES[difference].label.toLowerCase(),
    mark && mark.mark !== "rest" ? STATES[mark.mark].label : undefined,
    node.kind === "final" ? "final state" : undefined,
    mark?.visits ? `visited ${mark.visits === 1 ? "once" : `${mark.visits} times`}` : undefined,
    ...node.invokes.map((invoke) => `calls ${invoke.src}`),
    mark?.fact ? factWords(mark.fact, zone) : undefined,
    mark?.badge === "dead" ? "with a dead letter" : undefined,
    mark?.timer?.running ? `timer ${afterWords(mark.timer.label)} running` : undefined,
  ];
  return words.filter(Boolean).join(", ");
}
