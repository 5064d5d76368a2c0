import { assign } from "xstate";
import type { LogicArgs, MachineLogic } from "../charts/logic.ts";
import { retryLogic } from "./retry-logic.ts";
import { attemptField, retryPrefix, type SagaStep } from "./saga-step.ts";

/**
 * How much longer than its step a call may take: the step's own limit is to end it, as a timeout, and not the call's, as an
 * error. Timers may be late by a moment.
 */
const CALL_MARGIN_MS = 30_000;

interface StepParams {
  readonly step: string;
}

interface FailParams extends StepParams {
  readonly reason: "error" | "timeout" | "compensation";
}

/** The pure logic behind the names that a saga's chart uses; services and `onFailure` actions are the user's. */
export function sagaLogic(steps: readonly SagaStep[]): MachineLogic {
  const retries = steps.flatMap((step) =>
    step.retry === undefined
      ? []
      : retryLogic(step.retry, { prefix: retryPrefix(step), counter: attemptField(step) }),
  );
  const undoing = Object.fromEntries(
    steps.flatMap(({ compensate, compensateRetry }) =>
      compensate === undefined || compensateRetry === undefined
        ? []
        : [[compensate, compensateRetry] as const],
    ),
  );
  const timeouts = timeoutsOf(steps);
  return {
    actions: Object.assign(
      {
        sagaStart: assign(({ event }: LogicArgs) => ({ input: event.payload ?? null })),
        sagaRecord: assign(recordResult),
        sagaFail: assign(recordFailure),
        sagaCompensated: assign(recordCompensation),
      },
      ...retries.map(({ actions }) => actions),
    ),
    guards: Object.assign({}, ...retries.map(({ guards }) => guards)),
    delays: Object.assign({}, ...retries.map(({ delays }) => delays)),
    ...(Object.keys(undoing).length === 0 ? {} : { retries: undoing }),
    ...(Object.keys(timeouts).length === 0 ? {} : { timeouts }),
  };
}

/** By service: the limit of its most patient step, and some more. */
function timeoutsOf(steps: readonly SagaStep[]): Readonly<Record<string, number>> {
  const timeouts: Record<string, number> = {};
  for (const { invoke, timeoutMs } of steps) {
    if (timeoutMs === undefined) continue;
    timeouts[invoke] = Math.max(timeouts[invoke] ?? 0, timeoutMs + CALL_MARGIN_MS);
  }
  return timeouts;
}

/** A service that returns nothing leaves null, so that the step still counts as done. */
function recordResult({ context, event }: LogicArgs, { step }: StepParams) {
  return { results: { ...context.results, [step]: event.output ?? null } };
}

function recordFailure({ event }: LogicArgs, { step, reason }: FailParams) {
  const timedOut = { name: "TimeoutError", message: `step '${step}' did not answer in time` };
  const { name, message } = reason === "timeout" ? timedOut : event.error;
  return { error: { step, reason, type: name, message } };
}

function recordCompensation({ context }: LogicArgs, { step }: StepParams) {
  return { compensated: [...context.compensated, step] };
}
