import { formatCount } from "./format-number.ts";

/**
 * Says that a list stops before its end: `the first 500 of 1,234 machines`, or `the first 100 actors; there are more` where the rest
 * is not counted.
 */
export function cutWords(cut: {
  readonly which: "first" | "newest";
  readonly shown: number;
  readonly of: number | undefined;
  /** Several of them. */
  readonly what: string;
}): string {
  const { which, shown, of, what } = cut;
  const listed = `the ${which} ${formatCount(shown)}`;
  return of === undefined
    ? `${listed} ${what}; there are more`
    : `${listed} of ${formatCount(of)} ${what}`;
}
