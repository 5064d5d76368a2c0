import type { GraphTransition } from "@sagascope/core/charts";
import { formatDuration } from "../../../lib/format-duration.ts";

/** The engine's events as people say them: `done`, `error`, `after 5 s`, `always`; other names stay what they are. */
export function eventWords(transition: Pick<GraphTransition, "kind" | "event">): string {
  const { kind, event } = transition;
  if (kind === "done" || kind === "stateDone") return "done";
  if (kind === "error") return "error";
  if (kind === "always") return "always";
  if (kind === "after") return afterWords(event);
  return event;
}

/** `after.5000` as `after 5 s`, `after.retryDelay` as `after retryDelay`. */
export function afterWords(label: string): string {
  const delay = label.replace(/^after\./, "");
  return `after ${/^\d+$/.test(delay) ? formatDuration(Number(delay)) : delay}`;
}

/** The words of one transition among those of its source: the event, and the guard that decides it. */
export function transitionWords(
  transition: GraphTransition,
  siblings: readonly GraphTransition[],
): string {
  const retry = retryWords(transition, siblings);
  if (retry) return retry;
  const words = eventWords(transition);
  if (transition.guard) return `${words} [${transition.guard}]`;
  return isElse(transition, siblings) ? `${words} [else]` : words;
}

/** The transitions of one arrow: `error, or after 5 s`, on several lines when that would be long. */
export function joinedWords(words: readonly string[]): readonly string[] {
  const unique = [...new Set(words)];
  if (unique.length <= 1) return unique.flatMap(brokenName);
  const one = listed(unique);
  if (one.length <= ONE_LINE_MAX) return [one];
  const lines = unique.map((word, at) => {
    return cutLine(at === unique.length - 1 ? `or ${word}` : `${word},`);
  });
  return lines.length <= LINES_MAX
    ? lines
    : [...lines.slice(0, LINES_MAX - 1), `or ${lines.length - LINES_MAX + 1} more`];
}

/** All that the lines of an arrow stand for, if they leave some of it out. */
export function wholeWords(words: readonly string[], lines: readonly string[]): string | undefined {
  const whole = listed([...new Set(words)]);
  const letters = (text: string) => text.replaceAll(" ", "");
  return letters(lines.join("")) === letters(whole) ? undefined : whole;
}

function listed(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")}, or ${words.at(-1)}` : words.join("");
}

const LINES_MAX = 3;

/** Longer lines are cut in the middle; the whole name is said with the arrow, in the table and in search. */
const LINE_MAX = 26;

/** A name longer than this is broken at a dot, since the width of a chart is made of its labels. */
const ONE_LINE_MAX = 14;

function brokenName(words: string): readonly string[] {
  const dot = words.lastIndexOf(".");
  if (words.length <= ONE_LINE_MAX || dot <= 0) return [cutLine(words)];
  return [cutLine(words.slice(0, dot + 1)), cutLine(words.slice(dot + 1))];
}

function cutLine(line: string): string {
  if (line.length <= LINE_MAX) return line;
  const half = LINE_MAX / 2 - 1;
  return `${line.slice(0, half)}…${line.slice(-half)}`;
}

/** The retry that the saga builder writes: a state of its own that waits, then goes back or gives up. */
function retryWords(transition: GraphTransition, siblings: readonly GraphTransition[]) {
  if (transition.kind !== "after" || !transition.from.endsWith("Retrying")) return undefined;
  if (transition.guard?.endsWith("CanRetry")) return "retry";
  return isElse(transition, siblings) ? "retries spent" : undefined;
}

function isElse(transition: GraphTransition, siblings: readonly GraphTransition[]): boolean {
  return (
    transition.guard === undefined &&
    siblings.some(
      (other) =>
        other.from === transition.from &&
        other.event === transition.event &&
        other.guard !== undefined,
    )
  );
}
