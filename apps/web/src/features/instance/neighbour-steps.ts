import type { Moment } from "./instance.ts";

type Place = Pick<Moment, "steps" | "step">;

/** The step before the one that is looked at, also one that is recorded and still has to be read; undefined at the first. */
export function revisionBefore({ steps, step }: Place, moreSteps: boolean): number | undefined {
  if (step === undefined) return undefined;
  const before = steps[steps.indexOf(step) - 1]?.revision;
  return before ?? (moreSteps ? step.revision - 1 : undefined);
}

/** The step after the one that is looked at; undefined at the newest. */
export function revisionAfter({ steps, step }: Place): number | undefined {
  return step && steps[steps.indexOf(step) + 1]?.revision;
}
