import type { JsonObject } from "../kernel/json.ts";
import { attemptField, retryingState, retryPrefix, type SagaStep } from "./saga-step.ts";

/** All that a saga declares. */
export interface SagaDeclaration {
  readonly name: string;
  readonly startEvent: string | undefined;
  readonly steps: readonly SagaStep[];
  readonly onFailure: readonly string[];
}

/** A step that can be undone. */
type CompensableStep = SagaStep & { readonly compensate: string };

/** Write a saga as a chart: plain JSON, a new one each time. */
export function buildSagaChart(saga: SagaDeclaration): JsonObject {
  const compensable = saga.steps.filter(isCompensable).reverse();
  return {
    id: saga.name,
    initial: saga.startEvent === undefined ? "steps" : "idle",
    context: initialContext(saga),
    states: {
      ...idleState(saga),
      steps: { initial: saga.steps[0]?.name ?? "", states: stepStates(saga) },
      ...(compensable.length === 0
        ? {}
        : {
            compensating: {
              initial: compensable[0]?.name ?? "",
              states: compensationStates(saga, compensable),
            },
          }),
      completed: { type: "final", tags: ["publish"] },
      failed: {
        type: "final",
        tags: ["publish"],
        ...(saga.onFailure.length === 0 ? {} : { entry: [...saga.onFailure] }),
      },
      compensationFailed: { type: "final", tags: ["dead-letter", "publish"] },
    },
  };
}

function isCompensable(step: SagaStep): step is CompensableStep {
  return step.compensate !== undefined;
}

function initialContext({ steps }: SagaDeclaration): JsonObject {
  const counters = steps
    .filter(({ retry }) => retry !== undefined)
    .map((step) => [attemptField(step), 0]);
  return {
    results: {},
    compensated: [],
    error: null,
    input: null,
    ...Object.fromEntries(counters),
  };
}

function idleState({ startEvent }: SagaDeclaration): JsonObject {
  if (startEvent === undefined) return {};
  return { idle: { on: { [startEvent]: { target: "steps", actions: ["sagaStart"] } } } };
}

function stepStates(saga: SagaDeclaration): JsonObject {
  const states: Record<string, JsonObject> = {};
  for (const [at, step] of saga.steps.entries()) {
    states[step.name] = stepState(saga, step, at);
    if (step.retry !== undefined) states[retryingState(step)] = retryState(saga, step, at);
  }
  return states;
}

function stepState(saga: SagaDeclaration, step: SagaStep, at: number): JsonObject {
  const next = saga.steps[at + 1];
  const target = next === undefined ? "completed" : `steps.${next.name}`;
  return {
    invoke: {
      id: step.name,
      src: step.invoke,
      onDone: {
        target: `#${saga.name}.${target}`,
        actions: [
          { type: "sagaRecord", params: { step: step.name } },
          ...(step.retry === undefined ? [] : [`${retryPrefix(step)}Reset`]),
        ],
        meta: announce(saga, step, "completed"),
      },
      onError: failure(saga, step, at, "error"),
    },
    ...(step.timeoutMs === undefined
      ? {}
      : { after: { [String(step.timeoutMs)]: failure(saga, step, at, "timeout") } }),
  };
}

function failure(saga: SagaDeclaration, step: SagaStep, at: number, reason: string): JsonObject {
  const hasRetry = step.retry !== undefined;
  return {
    target: hasRetry ? `#${saga.name}.steps.${retryingState(step)}` : giveUpTarget(saga, at),
    actions: [
      ...(hasRetry ? [`${retryPrefix(step)}Bump`] : []),
      { type: "sagaFail", params: { step: step.name, reason } },
    ],
    meta: announce(saga, step, "failed"),
  };
}

function retryState(saga: SagaDeclaration, step: SagaStep, at: number): JsonObject {
  const prefix = retryPrefix(step);
  return {
    after: {
      [`${prefix}Delay`]: [
        { guard: `${prefix}CanRetry`, target: step.name },
        { target: giveUpTarget(saga, at) },
      ],
    },
  };
}

/** Compensation starts at the latest finished step that can be undone; the failed one is not undone. */
function giveUpTarget(saga: SagaDeclaration, at: number): string {
  const latest = saga.steps.slice(0, at).findLast(isCompensable);
  return `#${saga.name}.${latest === undefined ? "failed" : `compensating.${latest.name}`}`;
}

function compensationStates(
  saga: SagaDeclaration,
  latestFirst: readonly CompensableStep[],
): JsonObject {
  const states = latestFirst.map((step, at) => {
    const next = latestFirst[at + 1];
    return [step.name, compensationState(saga, step, next)];
  });
  return Object.fromEntries(states);
}

function compensationState(
  saga: SagaDeclaration,
  step: CompensableStep,
  next: CompensableStep | undefined,
): JsonObject {
  return {
    invoke: {
      id: `compensate_${step.name}`,
      src: step.compensate,
      onDone: {
        target: `#${saga.name}.${next === undefined ? "failed" : `compensating.${next.name}`}`,
        actions: [{ type: "sagaCompensated", params: { step: step.name } }],
        meta: announce(saga, step, "compensated"),
      },
      onError: {
        target: `#${saga.name}.compensationFailed`,
        actions: [{ type: "sagaFail", params: { step: step.name, reason: "compensation" } }],
      },
    },
  };
}

function announce({ name }: SagaDeclaration, step: SagaStep, what: string): JsonObject {
  return { publish: { type: `${name}.${step.name}.${what}` } };
}
