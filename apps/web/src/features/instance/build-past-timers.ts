import type { Moment, Step } from "./instance.ts";

/** A timer that ran at a step of the past. */
export interface PastTimer {
  readonly state: string;
  readonly label: string;
  /** The delay's name in the machine's logic, where the chart names it instead of saying how long it is. */
  readonly delay: string | undefined;
  /** Absent where an operator had put the instance there and the timer is gone since: when it was set anew is not recorded. */
  readonly scheduledAt: Date | undefined;
  /** Absent also where the chart names its delay and the timer is gone since: what that name came to is not recorded. */
  readonly dueAt: Date | undefined;
}

/**
 * The timers that ran right after a step. One that still runs is told as the engine recorded it; the row of one that has fired or
 * was stopped is gone, so it is told from the chart and from when its state was entered.
 */
export function pastTimers({ instance, graph, steps, step, states }: Moment): readonly PastTimer[] {
  if (step === undefined) return [];
  const until = steps.filter(({ revision }) => revision <= step.revision);
  return graph.states
    .filter((state) => state.afters.length > 0 && isActive(state.path, states))
    .flatMap((state) => {
      const scheduledAt = enteredAt(until, state.path);
      return state.afters.map((label) => {
        const timer = { state: state.path, label, delay: delayName(label) };
        const recorded = instance.timers.find(
          (one) => one.state === state.path && one.label === label && one.revision <= step.revision,
        );
        return recorded
          ? { ...timer, scheduledAt: recorded.scheduledAt, dueAt: recorded.dueAt }
          : { ...timer, scheduledAt, dueAt: dueAt(scheduledAt, label) };
      });
    });
}

function isActive(path: string, states: readonly string[]): boolean {
  return path === "" || states.some((leaf) => leaf === path || leaf.startsWith(`${path}.`));
}

/** When the state was entered last; unknown if an operator put the instance somewhere since. */
function enteredAt(steps: readonly Step[], path: string): Date | undefined {
  const found = steps.findLast(
    ({ entered, causeKind, transitions }) =>
      entered.includes(path) || (causeKind === "command" && transitions.length === 0),
  );
  return found?.entered.includes(path) ? found.at : undefined;
}

function delayName(label: string): string | undefined {
  const delay = label.replace(/^after\./, "");
  return /^\d+$/.test(delay) ? undefined : delay;
}

function dueAt(scheduledAt: Date | undefined, label: string): Date | undefined {
  const delay = /^after\.(\d+)$/.exec(label)?.[1];
  return scheduledAt && delay ? new Date(scheduledAt.getTime() + Number(delay)) : undefined;
}
