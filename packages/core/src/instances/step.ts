import type { AnyActorScope, AnyMachineSnapshot } from "xstate";
import type { CompiledMachine } from "../charts/compile-chart.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { cloneJson, toJsonValue } from "../kernel/to-json-value.ts";
import { StepFailedError, type StepFailure } from "./errors.ts";
import { leafPaths, type StateNodeFacts } from "./leaf-paths.ts";
import { chartEventName, type EngineEvent, type MachineEvent } from "./machine-events.ts";
import type { ExecutedAction } from "./plan-actions.ts";
import {
  createStepRecord,
  endMicrostep,
  forgetFinalExits,
  INIT_EVENT,
  recordAction,
  type StepRecord,
} from "./step-record.ts";
import type { StepResult } from "./step-result.ts";

const ENDLESS_LOOP = /^Infinite loop detected/;

/**
 * The first step of an instance: enter the initial states. `input` lands in `context.input` if the chart declares that
 * field, and is otherwise seen by no one.
 *
 * @throws {StepFailedError} as `stepInstance` does
 */
export function startInstance(machine: CompiledMachine, input?: JsonValue): StepResult {
  const { interpreter } = machine.internals;
  const copy = input === undefined ? undefined : cloneJson(input);
  return run(machine, { type: INIT_EVENT }, (scope) => {
    const next = interpreter.getInitialSnapshot(scope, copy);
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
    const restored = interpreter.restoreSnapshot(shieldContext(snapshot) as never, scope);
    if (restored.status !== "active") return restored;
    const next = interpreter.transition(restored, cloneJson(event as JsonEvent), scope);
    if (next.status === "error") {
      throw stepFailed(machine, event, "unhandled_service_error", next.error);
    }
    return next;
  });
}

type JsonEvent = MachineEvent & JsonObject;

/** Logic of users may change the context in place; that must not reach the caller's snapshot. */
function shieldContext(snapshot: JsonValue): JsonObject {
  const { context, ...rest } = snapshot as JsonObject;
  return { ...rest, context: JSON.parse(JSON.stringify(context)) };
}

function run(
  machine: CompiledMachine,
  event: EngineEvent,
  transition: (scope: AnyActorScope) => AnyMachineSnapshot,
): StepResult {
  const record = createStepRecord(machine, event);
  try {
    const next = transition(actorScope(machine, record));
    endMicrostep(record, next.context);
    return buildResult(next, record);
  } catch (error) {
    if (error instanceof StepFailedError) throw error;
    throw stepFailed(machine, event, reasonOf(error), error);
  }
}

/** The surroundings XState steps in: its own, except that nothing is executed, deferred or started. */
function actorScope(machine: CompiledMachine, record: StepRecord): AnyActorScope {
  const { self } = machine.internals;
  const system = Object.create(self.system);
  system._sendInspectionEvent = (inspected: InspectedMicrostep) => {
    if (inspected.type === "@xstate.microstep") endMicrostep(record, inspected.snapshot.context);
  };
  return {
    self,
    id: machine.id,
    sessionId: "",
    logger: ignore,
    defer: refuseSpawn,
    emit: ignore,
    system,
    stopChild: ignore,
    actionExecutor: (action) => recordAction(record, action as unknown as ExecutedAction),
  };
}

interface InspectedMicrostep {
  readonly type: string;
  readonly snapshot: AnyMachineSnapshot;
}

function ignore(): void {}

/** Only `spawn` inside `assign` defers anything, since no action is executed here. */
function refuseSpawn(): void {
  throw new TypeError("spawn() inside assign() is not supported; use invoke, or spawnChild()");
}

function buildResult(next: AnyMachineSnapshot, record: StepRecord): StepResult {
  const nodes = next._nodes as readonly StateNodeFacts[];
  if (next.status === "done") forgetFinalExits(record, nodes.length - 1);
  const context = toJsonValue(next.context) as JsonObject;
  return {
    snapshot: persistSnapshot(next, context),
    status: next.status === "done" ? "done" : "active",
    states: leafPaths(nodes),
    tags: [...next.tags].sort(),
    context,
    transitions: record.transitions,
    entered: record.entered,
    exited: record.exited,
    effects: record.effects,
    stoppedEffects: [...record.stoppedEffects],
    timers: [...record.timers.values()],
    stoppedTimers: [...record.stoppedTimers],
    publications: record.publications,
  };
}

/**
 * What `restoreSnapshot` of XState reads back, and no more. Written here rather than by XState's `getPersistedSnapshot`,
 * which keeps undefined parts that JSON does not have.
 */
function persistSnapshot(next: AnyMachineSnapshot, context: JsonObject): JsonValue {
  const actors = Object.entries(next.children as Record<string, { readonly src: string }>);
  const children = actors.map(([ref, { src }]) => [ref, { src, snapshot: { status: "active" } }]);
  const history = Object.entries(next.historyValue as Record<string, readonly StateNodeFacts[]>);
  return {
    status: next.status,
    value: next.value as JsonValue,
    context,
    children: Object.fromEntries(children),
    historyValue: Object.fromEntries(history.map(([id, nodes]) => [id, nodes.map(idOnly)])),
    ...(next.output === undefined ? {} : { output: toJsonValue(next.output) }),
  };
}

function idOnly({ id }: StateNodeFacts): JsonObject {
  return { id };
}

function stepFailed(
  { id, internals }: CompiledMachine,
  event: EngineEvent,
  reason: StepFailure,
  cause: unknown,
): StepFailedError {
  return new StepFailedError(id, chartEventName(event.type, internals.timers), reason, cause);
}

function reasonOf(error: unknown): StepFailure {
  return error instanceof Error && ENDLESS_LOOP.test(error.message) ? "endless_loop" : "threw";
}
