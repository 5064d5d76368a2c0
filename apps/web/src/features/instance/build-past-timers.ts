import type { Moment, Step } from "./instance.ts";

/** A timer that ran at a step of the past. */
export interface PastTimer {
  readonly state: string;
  readonly label: string;
  /** Absent where an operator had put the instance there: when its timers were set anew is not recorded. */
  readonly scheduledAt: Date | undefined;
  /** Absent also where the chart names its delay instead of saying how long it is. */
  readonly dueAt: Date | undefined;
}

/**
 * The timers that ran right after a step, told from the chart and from when each state was entered: a timer's row is gone
 * once it has fired or was stopped.
 */
export function pastTimers({ graph, steps, step, states }: Moment): readonly PastTimer[] {
  if (step === undefined) return [];
  const until = steps.filter(({ revision }) => revision <= step.revision);
  return graph.states
    .filter((state) => state.afters.length > 0 && isActive(state.path, states))
    .flatMap((state) => {
      const scheduledAt = enteredAt(until, state.path);
      return state.afters.map((label) => ({
        state: state.path,
        label,
        scheduledAt,
        dueAt: dueAt(scheduledAt, label),
      }));
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

function dueAt(scheduledAt: Date | undefined, label: string): Date | undefined {
  const delay = /^after\.(\d+)$/.exec(label)?.[1];
  return scheduledAt && delay ? new Date(scheduledAt.getTime() + Number(delay)) : undefined;
}
