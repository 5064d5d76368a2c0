import type { AnyActorScope, AnyMachineSnapshot } from "xstate";
import type { CompiledMachine } from "../charts/compile-chart.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { cloneJson, toJsonValue } from "../kernel/to-json-value.ts";
import { type StepFailure, StepFailedError } from "./errors.ts";
import { chartEventName, type EngineEvent, type MachineEvent } from "./machine-events.ts";
import {
  createStepRecorder,
  type ExecutedAction,
  INIT_EVENT,
  type StepRecorder,
} from "./step-recorder.ts";
import type { StepResult } from "./step-result.ts";

const ENDLESS_LOOP = /^Infinite loop detected/;

/**
 * The first step of an instance: enter the initial states. `input` lands in `context.input` if the chart declares that
 * field, and is otherwise seen by no one.
 *
 * @throws {StepFailedError} as `stepInstance` does
 */
export function startInstance(machine: CompiledMachine, input?: JsonValue): StepResult {
  const event = { type: INIT_EVENT };
  return run(machine, event, (scope) => {
    const copy = input === undefined ? undefined : cloneJson(input);
    const next = machine.internals.interpreter.getInitialSnapshot(scope, copy);
    if (next.status === "error") throw next.error;
    return next;
  });
}

/**
 * One step of an instance: what the event leads to. Pure: changes nothing, runs no service, reads no clock; the same
 * machine, snapshot and event give the same result. A finished instance takes no event and comes back as it was.
 *
 * @throws {StepFailedError} if a guard, assigner or delay throws, if a service's failure is not handled by the chart, or
 *   if the chart does not come to rest within 1,000 microsteps
 */
export function stepInstance(
  machine: CompiledMachine,
  snapshot: JsonValue,
  event: MachineEvent,
): StepResult {
  const { interpreter } = machine.internals;
  return run(machine, event, (scope) => {
    const restored = interpreter.restoreSnapshot(cloneJson(snapshot) as never, scope);
    if (restored.status !== "active") return restored;
    const next = interpreter.transition(restored, cloneJson(event as JsonEvent), scope);
    if (next.status === "error") {
      throw stepFailed(machine, event, "unhandled_service_error", next.error);
    }
    return next;
  });
}

type JsonEvent = MachineEvent & JsonObject;

function run(
  machine: CompiledMachine,
  event: EngineEvent,
  transition: (scope: AnyActorScope) => AnyMachineSnapshot,
): StepResult {
  const recorder = createStepRecorder(machine, event);
  try {
    const next = transition(actorScope(machine, recorder));
    recorder.endMicrostep(next.context);
    return buildResult(machine, next, recorder);
  } catch (error) {
    if (error instanceof StepFailedError) throw error;
    throw stepFailed(machine, event, reasonOf(error), error);
  }
}

/** The surroundings XState steps in: its own except that nothing is executed, deferred or started. */
function actorScope(machine: CompiledMachine, recorder: StepRecorder): AnyActorScope {
  const { self } = machine.internals;
  const system = Object.create(self.system, {
    _sendInspectionEvent: {
      value: (inspected: { type: string; snapshot: AnyMachineSnapshot }) => {
        if (inspected.type === "@xstate.microstep") recorder.endMicrostep(inspected.snapshot.context);
      },
    },
  });
  return {
    self,
    id: machine.id,
    sessionId: "",
    logger: ignore,
    defer: refuseSpawn,
    emit: ignore,
    system,
    stopChild: ignore,
    actionExecutor: (action) => recorder.record(action as unknown as ExecutedAction),
  };
}

function ignore(): void {}

/** Only `spawn` inside `assign` defers anything, since no action is executed here. */
function refuseSpawn(): void {
  throw new TypeError("spawn() inside assign() is not supported; use invoke, or spawnChild()");
}

function buildResult(
  machine: CompiledMachine,
  next: AnyMachineSnapshot,
  recorder: StepRecorder,
): StepResult {
  const isDone = next.status === "done";
  const nodes = next._nodes as readonly StateNodeFacts[];
  if (isDone) recorder.finish(nodes.length - 1);
  const snapshot = toJsonValue(machine.internals.interpreter.getPersistedSnapshot(next));
  return {
    snapshot,
    status: isDone ? "done" : "active",
    states: nodes.filter(isLeaf).map(({ path }) => path.join(".")).sort(),
    tags: [...next.tags].sort(),
    context: (snapshot as JsonObject).context as JsonObject,
    transitions: recorder.transitions,
    entered: recorder.entered,
    exited: recorder.exited,
    effects: recorder.effects(),
    stoppedEffects: recorder.stoppedEffects(),
    timers: recorder.timers(),
    stoppedTimers: recorder.stoppedTimers(),
    publications: recorder.publications,
  };
}

interface StateNodeFacts {
  readonly path: readonly string[];
  readonly type: string;
}

function isLeaf({ path, type }: StateNodeFacts): boolean {
  return path.length > 0 && (type === "atomic" || type === "final");
}

function stepFailed(
  { id, internals }: CompiledMachine,
  event: EngineEvent,
  reason: StepFailure,
  cause: unknown,
): StepFailedError {
  const name = chartEventName(event.type, (type) => internals.timers.get(type)?.label);
  return new StepFailedError(id, name, reason, cause);
}

function reasonOf(error: unknown): StepFailure {
  return error instanceof Error && ENDLESS_LOOP.test(error.message) ? "endless_loop" : "threw";
}
