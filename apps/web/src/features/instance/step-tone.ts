import type { Step } from "./instance.ts";

/** How a step's dot is drawn: by the state it arrived in, or as failed if that state's service failed. */
export type StepTone = "failed" | "compensating" | "plain";

/** The tone of one step among all of them, oldest first: a state has failed once the next step was brought by its failure. */
export function toneOfStep(steps: readonly Step[], step: Step): StepTone {
  const next = steps.find(({ revision }) => revision === step.revision + 1);
  if (next && isBroughtByFailure(next)) return "failed";
  return step.phase.startsWith("compensat") ? "compensating" : "plain";
}

/** The states that a step arrived in, each by its own name, which is the last part of its path. */
export function nameOfStep({ states }: Pick<Step, "states">): string {
  return states.map((path) => path.split(".").at(-1)).join(", ");
}

/** The same with room for it: a state that undoes another says so, since both have one name. */
export function longNameOfStep({ states }: Pick<Step, "states">): string {
  return states.map((path) => /(^|\.)(compensating\..+|[^.]+)$/.exec(path)?.[2] ?? path).join(", ");
}

function isBroughtByFailure({ event, transitions }: Step): boolean {
  return [event, ...transitions.map((one) => one.event)].some((name) =>
    name.startsWith("error.platform."),
  );
}
