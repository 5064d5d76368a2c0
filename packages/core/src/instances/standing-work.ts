import type { ChartInvoke } from "../charts/chart.ts";
import type { CompiledMachine } from "../charts/compile-chart.ts";
import { indexStates, type StateIndex } from "../charts/state-index.ts";
import { transitionGroupsOf } from "../charts/state-transitions.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { StepFailedError } from "./errors.ts";
import { leafPaths, type StateNodeFacts } from "./leaf-paths.ts";
import { planTimer } from "./plan-actions.ts";
import type { PlannedTimer } from "./step-result.ts";

/** A service call that a snapshot holds. */
export interface StandingCall {
  readonly ref: string;
  readonly src: string;
}

/** What an instance in one snapshot stands in and waits for. */
export interface StandingWork {
  readonly status: "active" | "done";
  /** Paths of the active states without active children, sorted. */
  readonly states: readonly string[];
  readonly tags: readonly string[];
  readonly context: JsonObject;
  /** The calls of the snapshot, those that an action started among them; some may be over while their state stays. */
  readonly calls: readonly StandingCall[];
  /** The services that the active states declare, whether or not they still run. */
  readonly declared: readonly ChartInvoke[];
  /** The timers that the active states declare, each with its whole delay. */
  readonly timers: readonly PlannedTimer[];
}

/** Stands for the event where a delay asks for one: nothing led here but an operator. */
const NO_EVENT = { type: "operator" };

/**
 * Read a snapshot: where it stands and what it waits for, as its chart declares it. Pure, and takes no step: entry actions
 * do not run and nothing is announced.
 *
 * @throws {StepFailedError} if the snapshot does not fit the chart, or a delay throws or is out of bounds
 */
export function standingWorkOf(machine: CompiledMachine, snapshot: JsonValue): StandingWork {
  const stored = snapshot as JsonObject;
  const context = JSON.parse(JSON.stringify(stored.context ?? {})) as JsonObject;
  try {
    const resolved = machine.internals.interpreter.resolveState({
      value: stored.value as never,
      context,
    });
    const nodes = resolved._nodes as readonly StateNodeFacts[];
    const isDone = stored.status === "done" || resolved.status === "done";
    const active = activeStates(indexStates(machine.chart), nodes);
    return {
      status: isDone ? "done" : "active",
      states: leafPaths(nodes),
      tags: [...resolved.tags].sort(),
      context: stored.context as JsonObject,
      calls: isDone ? [] : callsOf(stored.children),
      declared: isDone ? [] : active.flatMap(({ state }) => state.invoke ?? []),
      timers: isDone ? [] : active.flatMap((state) => timersOf(machine, state, context)),
    };
  } catch (error) {
    throw new StepFailedError(machine.id, "operator", "threw", error);
  }
}

type ActiveState = StateIndex["all"][number];

function activeStates(index: StateIndex, nodes: readonly StateNodeFacts[]): ActiveState[] {
  const active = new Set(nodes.map(({ path }) => path.join(".")));
  return index.all.filter(({ path }) => active.has(path));
}

function callsOf(children: JsonValue | undefined): StandingCall[] {
  const entries = Object.entries((children ?? {}) as Record<string, { readonly src: string }>);
  return entries.map(([ref, { src }]) => ({ ref, src }));
}

function timersOf(machine: CompiledMachine, state: ActiveState, context: object): PlannedTimer[] {
  return transitionGroupsOf(state)
    .filter(({ kind }) => kind === "after")
    .map(({ event: label, xstateType: type }) => {
      const delay = delayOf(machine, label.slice("after.".length), context);
      return planTimer({ event: { type }, id: type, delay }, { label, state: state.path });
    });
}

/** A delay that is no number is the name of one. */
function delayOf({ logic }: CompiledMachine, key: string, context: object): unknown {
  if (!Number.isNaN(Number(key))) return Number(key);
  const delay = logic.delays?.[key];
  return typeof delay === "function" ? delay({ context, event: NO_EVENT }, undefined) : delay;
}
