import {
  type CompiledMachine,
  compileChart,
  type PlannedEffect,
  type PlannedTimer,
  parseChart,
  type Service,
  type StepResult,
  serviceDone,
  serviceFailed,
  startInstance,
  stepInstance,
  timerFired,
} from "@sagascope/core";
import project from "../sagascope.config.ts";

/** Every machine of the project, compiled. */
export const MACHINES: ReadonlyMap<string, CompiledMachine> = new Map(
  project.machines.map(({ chart, logic }) => {
    const machine = compileChart(parseChart(chart), logic);
    return [machine.id, machine] as const;
  }),
);

/** The shop of one order: all its machines in one process, without database or clock. */
export interface ShopInMemory {
  /** Hand an event to the machines its routes name, and go on until nothing moves any more. */
  send(topic: string, type: string, data: object): Promise<void>;
  /** Call the services again that failed where the chart had no answer, as a replay does. */
  replay(): Promise<void>;
  /** Active states of a machine; empty if it has heard of nothing yet. */
  states(machineId: string): readonly string[];
  context(machineId: string): StepResult["context"];
  /** Types of all published events, in order. */
  readonly published: readonly string[];
  /** `<machine>.<service>: <error>` of each failure that no chart had an answer for. */
  readonly deadLetters: readonly string[];
}

interface Work {
  readonly machineId: string;
  readonly ref?: string;
  readonly run: () => Promise<void>;
}

/** Timers beyond this are for people who wait for days. */
const PATIENCE_MS = 15_000;

/** A shop in which order `subject` is about to be placed. */
export function openShop(subject: string): ShopInMemory {
  const steps = new Map<string, StepResult>();
  const timers = new Map<string, { readonly machineId: string; readonly timer: PlannedTimer }>();
  const published: string[] = [];
  const failed: { readonly work: Work; readonly letter: string }[] = [];
  let waiting: Work[] = [];

  function take(machineId: string, event: Parameters<typeof stepInstance>[2]): void {
    const machine = machineOf(machineId);
    const before = steps.get(machineId) ?? startInstance(machine);
    const step = stepInstance(machine, before.snapshot, event);
    steps.set(machineId, step);
    for (const ref of step.stoppedTimers) timers.delete(`${machineId} ${ref}`);
    for (const timer of step.timers) timers.set(`${machineId} ${timer.ref}`, { machineId, timer });
    waiting = waiting.filter(
      (work) => work.machineId !== machineId || !step.stoppedEffects.includes(work.ref ?? ""),
    );
    for (const effect of step.effects) waiting.push(workOf(machineId, effect, step));
    for (const { type, data } of step.publications) {
      published.push(type);
      announce("events", type, data ?? {});
    }
  }

  function announce(topic: string, type: string, data: unknown): void {
    const payload = JSON.parse(JSON.stringify(data));
    for (const route of project.routes) {
      if (route.topic !== topic || route.type !== type) continue;
      const event = { type: route.event ?? type.replace(/^xsm\.[^.]+\./, ""), payload };
      const run = async () => take(route.machine, event);
      waiting.push({ machineId: route.machine, run });
    }
  }

  function workOf(machineId: string, effect: PlannedEffect, step: StepResult): Work {
    const { ref, src, kind } = effect;
    const { services = {}, actions = {} } = machineOf(machineId).logic;
    const service = (kind === "invoke" ? services : actions)[src] as Service;
    const call = {
      ...effect,
      machineId,
      subject,
      context: step.context,
      idempotencyKey: `${machineId}/${subject}/${ref}`,
      attempt: 1,
      signal: new AbortController().signal,
    };
    const run = async () => {
      try {
        const output = await service(call);
        if (kind === "invoke") take(machineId, serviceDone(ref, output ?? null));
      } catch (error) {
        settleFailure({ machineId, ref, run }, `${machineId}.${src}`, error as Error);
      }
    };
    return { machineId, ref, run };
  }

  function settleFailure(work: Work, name: string, error: Error): void {
    try {
      take(work.machineId, serviceFailed(work.ref ?? "", error));
    } catch {
      failed.push({ work, letter: `${name}: ${error.message}` });
    }
  }

  async function settle(): Promise<void> {
    for (;;) {
      const work = waiting.shift() ?? dueTimer();
      if (work === undefined) return;
      await work.run();
    }
  }

  function dueTimer(): Work | undefined {
    const [due] = [...timers]
      .filter(([, { timer }]) => timer.delayMs <= PATIENCE_MS)
      .sort(([, one], [, other]) => one.timer.delayMs - other.timer.delayMs);
    if (due === undefined) return undefined;
    const [key, { machineId, timer }] = due;
    timers.delete(key);
    return { machineId, run: async () => take(machineId, timerFired(timer)) };
  }

  return {
    published,
    async send(topic, type, data) {
      announce(topic, type, data);
      await settle();
    },
    async replay() {
      waiting.push(...failed.splice(0).map(({ work }) => work));
      await settle();
    },
    states: (machineId) => steps.get(machineId)?.states ?? [],
    context: (machineId) => steps.get(machineId)?.context ?? {},
    get deadLetters() {
      return failed.map(({ letter }) => letter);
    },
  };
}

function machineOf(machineId: string): CompiledMachine {
  const machine = MACHINES.get(machineId);
  if (machine === undefined) throw new Error(`no machine '${machineId}'`);
  return machine;
}
