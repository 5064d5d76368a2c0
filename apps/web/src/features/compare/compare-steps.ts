/** What of a step tells its way: what moved the instance, and where it stood then. */
export interface StepWay {
  readonly event: string;
  readonly states: readonly string[];
}

/** The first step, by its place from 0, at which two instances did not do the same; undefined if neither did anything else. */
export function partingOf(one: readonly StepWay[], other: readonly StepWay[]): number | undefined {
  const length = Math.max(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [one[at], other[at]];
    if (a === undefined || b === undefined || !isSame(a, b)) return at;
  }
  return undefined;
}

function isSame(one: StepWay, other: StepWay): boolean {
  return one.event === other.event && one.states.join() === other.states.join();
}
