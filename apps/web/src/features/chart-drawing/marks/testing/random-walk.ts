import {
  type CompiledMachine,
  compileChart,
  SagascopeError,
  type StepResult,
  serviceDone,
  serviceFailed,
  startInstance,
  stepInstance,
  timerFired,
} from "@sagascope/core";
import { consumedEventsOf, parseChart } from "@sagascope/core/charts";
import type { StepFact } from "../instance-facts.ts";

const AT = new Date(0);
const FAILURE = { name: "Error", message: "failed" };

type SentEvent = Parameters<typeof stepInstance>[2];

/** The same numbers each time, so that a failure can be looked at. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Names {
  readonly guards: Set<string>;
  readonly actions: Set<string>;
  readonly services: Set<string>;
  readonly delays: Set<string>;
}

/** Every name that a chart needs code for, found in its JSON. */
function namesIn(value: unknown, names: Names): Names {
  if (typeof value !== "object" || value === null) return names;
  if (Array.isArray(value)) {
    for (const one of value) namesIn(one, names);
    return names;
  }
  for (const [key, inner] of Object.entries(value)) {
    const types = [inner].flat().flatMap((one) => nameOf(one));
    if (key === "guard" || key === "cond") for (const type of types) names.guards.add(type);
    else if (key === "src") names.services.add(String(inner));
    else if (["actions", "entry", "exit"].includes(key))
      for (const type of types) names.actions.add(type);
    else if (key === "after") {
      for (const delay of Object.keys(inner as object))
        if (!/^\d+$/.test(delay)) names.delays.add(delay);
    }
    if (key !== "context" && key !== "meta") namesIn(inner, names);
  }
  return names;
}

function nameOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  const { type } = (value ?? {}) as { readonly type?: unknown };
  return typeof type === "string" ? [type] : [];
}

/** A chart whose guards toss a coin and whose code does nothing: each walk goes another way. */
export function machineOf(chart: unknown, random: (below: number) => number): CompiledMachine {
  const { guards, actions, services, delays } = namesIn(chart, {
    guards: new Set(),
    actions: new Set(),
    services: new Set(),
    delays: new Set(),
  });
  const stub = <T>(names: Iterable<string>, what: T) =>
    Object.fromEntries([...names].map((name) => [name, what]));
  return compileChart(parseChart(chart), {
    guards: stub(guards, () => random(2) === 0),
    actions: stub(actions, () => {}),
    services: stub(services, async () => null),
    delays: stub(delays, 100),
  });
}

/** Everything that could happen to an instance: events from outside, answers, failures, timers. */
export class Walk {
  readonly #calls = new Set<string>();
  readonly #timers = new Map<string, string>();
  readonly #events: readonly string[];
  readonly #machine: CompiledMachine;
  readonly history: StepFact[] = [];
  last: StepResult;

  constructor(machine: CompiledMachine) {
    this.#machine = machine;
    this.#events = consumedEventsOf(machine.chart);
    this.last = startInstance(machine);
    this.#note(this.last);
  }

  /** @returns whether anything could happen at all */
  step(random: (below: number) => number): boolean {
    const possible: SentEvent[] = [
      ...this.#events.map((type) => ({ type })),
      ...[...this.#calls].flatMap((ref) => [serviceDone(ref, null), serviceFailed(ref, FAILURE)]),
      ...[...this.#timers.values()].map((event) => timerFired({ event })),
    ];
    const event = possible[random(possible.length)];
    if (this.last.status === "done" || event === undefined) return false;
    const { actorId } = event as { readonly actorId?: string };
    if (actorId !== undefined) this.#calls.delete(actorId);
    for (const [ref, type] of this.#timers) if (type === event.type) this.#timers.delete(ref);
    try {
      this.last = stepInstance(this.#machine, this.last.snapshot, event);
    } catch (error) {
      if (isStepFailure(error)) return false; // it never comes to rest: the instance stays where it was
      throw error;
    }
    this.#note(this.last);
    return true;
  }

  #note(step: StepResult): void {
    for (const ref of step.stoppedEffects) this.#calls.delete(ref);
    for (const { kind, ref } of step.effects) if (kind === "invoke") this.#calls.add(ref);
    for (const ref of step.stoppedTimers) this.#timers.delete(ref);
    for (const { ref, event } of step.timers) this.#timers.set(ref, event);
    const { transitions, entered } = step;
    this.history.push({ revision: this.history.length + 1, at: AT, transitions, entered });
  }
}

function isStepFailure(error: unknown): boolean {
  return error instanceof SagascopeError && error.code === "STEP_FAILED";
}

/** A walk at its beginning; undefined where the coin has the chart's first step go round for ever. */
export function startWalk(machine: CompiledMachine): Walk | undefined {
  try {
    return new Walk(machine);
  } catch (error) {
    if (isStepFailure(error)) return undefined;
    throw error;
  }
}
