import type { MachineLogic } from "../charts/logic.ts";
import type { JsonObject } from "../kernel/json.ts";
import { InvalidSagaError } from "./errors.ts";
import { buildSagaChart } from "./saga-chart.ts";
import { sagaLogic } from "./saga-logic.ts";
import {
  checkIdentifier,
  checkStartEvent,
  checkText,
  declareStep,
  type SagaStep,
  type SagaStepOptions,
} from "./saga-step.ts";

/** Settings of a saga as a whole. */
export interface SagaOptions {
  /** The event that starts it; its payload becomes `context.input`. Without one the first step starts at once. */
  readonly startEvent?: string;
}

/**
 * Declares a saga step by step. Each method returns the same builder; `build` and `logic` may be called as often as
 * wanted and give new objects each time.
 */
export interface SagaBuilder {
  /**
   * Add a step, after those declared before.
   *
   * @throws {InvalidSagaError} if the name or an option is refused, or clashes with a step before it
   */
  step(name: string, options: SagaStepOptions): SagaBuilder;
  /**
   * Side-effect actions to run once the saga has failed and all that could be undone is undone.
   *
   * @throws {InvalidSagaError} if a name is blank
   */
  onFailure(...actions: readonly string[]): SagaBuilder;
  /**
   * The saga as chart JSON.
   *
   * @throws {InvalidSagaError} if there is no step
   */
  build(): JsonObject;
  /** The logic for the names that `build` puts into the chart; add services and `onFailure` actions to it. */
  logic(): MachineLogic;
  /** Frozen copies of what was declared so far. */
  readonly steps: readonly SagaStep[];
}

/**
 * Start declaring a saga: services called one after the other, and on failure undone in reverse.
 *
 * @param name machine id, and first part of the event types it publishes
 * @throws {InvalidSagaError} if the name is no identifier, or the start event could not be sent from outside
 */
export function sagaBuilder(name: string, { startEvent }: SagaOptions = {}): SagaBuilder {
  checkIdentifier("saga", name);
  if (startEvent !== undefined) checkStartEvent(startEvent);
  const steps: SagaStep[] = [];
  const onFailure: string[] = [];
  const builder: SagaBuilder = {
    step(stepName, options) {
      steps.push(declareStep(stepName, options, steps));
      return builder;
    },
    onFailure(...actions) {
      for (const action of actions) checkText("onFailure", action);
      onFailure.push(...actions);
      return builder;
    },
    build() {
      if (steps.length === 0) throw new InvalidSagaError("a saga needs at least one step");
      return buildSagaChart({ name, startEvent, steps, onFailure });
    },
    logic: () => sagaLogic(steps),
    get steps() {
      return Object.freeze([...steps]);
    },
  };
  return builder;
}
