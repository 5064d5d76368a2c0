import { secondsWords } from "./seconds-words.ts";

const TICKS_WANTED = 6;
const STEPS = [1, 2, 5] as const;
/** From a minute on people count in sixties. */
const LONG_STEPS_MS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400,
].map((seconds) => seconds * 1_000);

/** Round moments of a span for its axis: at most seven, from its start on, as shares of it. */
export function timeTicks(spanMs: number): { readonly at: number; readonly words: string }[] {
  const step = stepFor(spanMs / TICKS_WANTED);
  const count = Math.floor(spanMs / step) + 1;
  return Array.from({ length: count }, (_, at) => ({
    at: (at * step) / spanMs,
    words: tickWords(at * step, step),
  }));
}

function stepFor(leastMs: number): number {
  const long = LONG_STEPS_MS.find((step) => step >= leastMs);
  if (leastMs >= 1_000 && long !== undefined) return long;
  const power = 10 ** Math.floor(Math.log10(leastMs));
  return (STEPS.find((step) => step * power >= leastMs) ?? 10) * power;
}

function tickWords(ms: number, stepMs: number): string {
  return stepMs < 10 && ms > 0 ? `${Number(ms.toPrecision(3))} ms` : secondsWords(ms);
}
