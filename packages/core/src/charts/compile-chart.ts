import { type AnyActorRef, type AnyStateMachine, createActor, createMachine } from "xstate";
import type { JsonValue } from "../kernel/json.ts";
import { isBuiltinAction } from "./builtin-actions.ts";
import type { Chart } from "./chart.ts";
import { collectProblems } from "./chart-problems.ts";
import { checkLogic } from "./check-logic.ts";
import { consumedEventsOf } from "./consumed-events.ts";
import type { Guard, MachineLogic } from "./logic.ts";
import { parseChart } from "./parse-chart.ts";
import { type PublicationSpec, publicationsOf } from "./publications.ts";
import { indexStates, type StateIndex } from "./state-index.ts";
import { transitionGroupsOf } from "./state-transitions.ts";
import { structureHashOf } from "./structure-hash.ts";
import { xstateConfig } from "./xstate-config.ts";

/** The timer behind one `after` of a chart. */
export interface TimerDeclaration {
  /** `after.5000`, `after.retryDelay`. */
  readonly label: string;
  readonly state: string;
}

/** What only `instances/` needs of a compiled machine. */
export interface MachineInternals {
  readonly interpreter: AnyStateMachine;
  /** Stands for the instance towards XState. Never started, shared by all steps, holds no state. */
  readonly self: AnyActorRef;
  /** By XState event type. */
  readonly timers: ReadonlyMap<string, TimerDeclaration>;
  readonly redact: (value: JsonValue) => JsonValue;
}

/** A chart with its logic, ready to step. Holds no instance; one may be shared by any number of them. */
export interface CompiledMachine {
  readonly id: string;
  readonly chart: Chart;
  readonly structureHash: string;
  readonly publications: readonly PublicationSpec[];
  readonly consumedEvents: readonly string[];
  readonly logic: MachineLogic;
  readonly internals: MachineInternals;
}

/** What a compiled machine may be told. */
export interface CompileOptions {
  /** Masks the context that a state tagged `publish` announces. Default: nothing is masked. */
  readonly redact?: (value: JsonValue) => JsonValue;
}

/**
 * Compile a chart with the logic for its names. The chart is parsed again, so that no unchecked JSON gets past here.
 *
 * @throws {InvalidChartError} if the chart is invalid, or naming each action, guard, delay and service that is missing
 *   from `logic` or unusable, with the places in the chart that need it
 */
export function compileChart(
  chart: Chart,
  logic: MachineLogic,
  options: CompileOptions = {},
): CompiledMachine {
  const parsed = parseChart(chart);
  const index = indexStates(parsed);
  const problems = collectProblems();
  checkLogic(index, logic, problems);
  problems.throwIfAny(parsed.id);
  return {
    id: parsed.id,
    chart: parsed,
    structureHash: structureHashOf(parsed),
    publications: publicationsOf(parsed),
    consumedEvents: consumedEventsOf(parsed),
    logic,
    internals: {
      interpreter: createInterpreter(parsed, index, logic),
      self: createActor(INERT_ACTOR, { id: parsed.id }),
      timers: timersOf(index),
      redact: options.redact ?? ((value) => value),
    },
  };
}

const INERT_SNAPSHOT = { status: "active" as const, output: undefined, error: undefined };

/**
 * Stands in for every service: XState keeps track of which ones are active, and this package runs them. Real
 * actor logic would start work inside what has to be a pure function.
 */
const INERT_ACTOR = {
  transition: <T>(snapshot: T) => snapshot,
  getInitialSnapshot: () => INERT_SNAPSHOT,
  getPersistedSnapshot: () => INERT_SNAPSHOT,
  restoreSnapshot: () => INERT_SNAPSHOT,
};

function createInterpreter(chart: Chart, index: StateIndex, logic: MachineLogic): AnyStateMachine {
  const services = Object.keys(logic.services ?? {});
  const implementations = {
    actions: pick(logic.actions, (action) => (isBuiltinAction(action) ? action : undefined)),
    guards: pick(logic.guards, synchronous),
    delays: { ...logic.delays },
    actors: Object.fromEntries(services.map((src) => [src, INERT_ACTOR])),
  };
  return createMachine(xstateConfig(chart, index) as never, implementations as never);
}

function pick<T, R>(record: Readonly<Record<string, T>> = {}, map: (value: T) => R | undefined) {
  const entries = Object.entries(record).map(([name, value]) => [name, map(value)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** A promise is truthy: a guard that returns one would always pass. XState's own guards (`and`, `not`) are kept as is. */
function synchronous(guard: Guard): Guard {
  if ("check" in guard) return guard;
  return (args, params) => {
    const passed: unknown = guard(args, params);
    if (passed instanceof Promise) throw new TypeError("a guard must be synchronous");
    return Boolean(passed);
  };
}

function timersOf(index: StateIndex): Map<string, TimerDeclaration> {
  const timers = new Map<string, TimerDeclaration>();
  for (const state of index.all) {
    for (const { kind, event, xstateType } of transitionGroupsOf(state)) {
      if (kind === "after") timers.set(xstateType, { label: event, state: state.path });
    }
  }
  return timers;
}
