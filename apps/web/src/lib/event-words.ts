import { formatDuration } from "./format-duration.ts";

/**
 * A chart's event as people say it: `done.invoke.reserve` as `done.reserve`, `error.platform.charge` as `error.charge`,
 * `after.5000` as `after 5 s`, the empty one as `always`. The answer of a call that undoes, `done.invoke.compensate_charge`,
 * says so: `done.undo.charge`. Other names stay what they are.
 */
export function eventWords(event: string): string {
  if (event === "") return "always";
  if (event.startsWith("done.state.")) return "done";
  if (event.startsWith("after.")) return afterWords(event);
  return event
    .replace(/^done\.invoke\./, "done.")
    .replace(/^error\.platform\./, "error.")
    .replace(/^(done|error)\.compensate_/, "$1.undo.");
}

function afterWords(event: string): string {
  const delay = event.slice("after.".length);
  return `after ${/^\d+$/.test(delay) ? formatDuration(Number(delay)) : delay}`;
}

/** Several things in one sentence: `a`, `a or b`, `a, b or c`. */
export function joinOr(words: readonly string[]): string {
  if (words.length <= 1) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
