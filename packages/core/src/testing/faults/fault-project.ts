import { assign } from "xstate";
import type { LogicArgs, ServiceCall } from "../../charts/logic.ts";
import type { JsonValue } from "../../kernel/json.ts";
import { defineProject, type Project } from "../../projects/define-project.ts";
import type { MachineDefinition } from "../../projects/project.ts";
import { RetryPolicy } from "../../sagas/retry-policy.ts";
import { sagaBuilder } from "../../sagas/saga-builder.ts";
import { type SimulatedClock, simulatedClock } from "../simulated-clock.ts";

/** Longer than any run: these limits are set and taken back, and never reached. */
const NEVER_MS = 36_000_000;
const SOON_MS = 20_000;

/** The outside world of the project: what was asked of it, and what it cannot do. */
export interface FaultWorld {
  readonly calls: string[];
  /** `<service> <subject>`: how often it fails from now on. */
  readonly failures: Map<string, number>;
  /** Subjects that cannot be touched. */
  readonly broken: Set<string>;
  readonly clock: SimulatedClock;
}

export function makeFaultWorld(): FaultWorld {
  return { calls: [], failures: new Map(), broken: new Set(), clock: simulatedClock() };
}

/** The same project before its chart `fragile` could be closed: the version that instances are moved to. */
export function olderFaultProject(world: FaultWorld): Project {
  const project = faultProject(world);
  const machines = project.machines.map((machine) => {
    const chart = machine.chart as { readonly id: string; readonly states: object };
    if (chart.id !== "fragile") return machine;
    const states = { ...chart.states, whole: { on: { TOUCH: { actions: ["touch"] } } } };
    return { ...machine, chart: { ...chart, states } };
  });
  return defineProject({ ...project, machines });
}

/** Small machines that together make an engine write everything it can write. */
export function faultProject(world: FaultWorld): Project {
  const visit = (name: string, subject: string): void => visitWorld(world, name, subject);
  const services = (...names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        async ({ subject }: ServiceCall): Promise<JsonValue> => {
          visit(name, subject);
          return `${name} answers`;
        },
      ]),
    );
  const saga = sagaBuilder("fulfil", { startEvent: "START" })
    .step("reserve", { invoke: "reserve", compensate: "release", timeoutMs: NEVER_MS })
    .step("charge", {
      invoke: "charge",
      compensate: "refund",
      retry: new RetryPolicy({ maxAttempts: 2, baseMs: SOON_MS, jitter: "none" }),
    })
    .step("ship", { invoke: "ship" })
    .onFailure("mail");
  const route = (type: string, machine: string, event: string, topic = "commands") => ({
    topic,
    type,
    machine,
    event,
  });
  return defineProject({
    name: "faults",
    topics: [
      "commands",
      ...["events", "commands.dlq"].map((name) => ({ name, onUnknown: "ignore" as const })),
    ],
    announceLetters: ["commands"],
    routes: [
      route("start", "fulfil", "START"),
      route("touch", "fragile", "TOUCH"),
      route("close", "fragile", "CLOSE"),
      route("ask", "asker", "ASK"),
      route("wait", "patience", "WAIT"),
      route("fulfil.reserve.completed", "ledger", "NOTE", "events"),
      route("fulfil.charge.compensated", "ledger", "NOTE", "events"),
    ],
    relays: [
      {
        name: "copy",
        topic: "events",
        types: ["patience.tired"],
        publish: async ({ subject }) => visit("copy", subject),
      },
    ],
    machines: [
      {
        chart: saga.build(),
        logic: {
          ...saga.logic(),
          services: services("reserve", "release", "charge", "refund", "ship"),
          actions: {
            ...saga.logic().actions,
            mail: async ({ subject }: ServiceCall) => visit("mail", subject),
          },
        },
      },
      ledger,
      fragile(world),
      {
        chart: {
          id: "asker",
          initial: "idle",
          states: {
            idle: { on: { ASK: "asking" } },
            asking: { invoke: { id: "ask", src: "ask", onDone: "told" } },
            told: { type: "final" },
          },
        },
        services: { ask: { attemptsMax: 2, backoffMs: SOON_MS } },
        logic: { services: services("ask") },
      },
      patience(world),
    ],
  });
}

function visitWorld({ calls, failures }: FaultWorld, name: string, subject: string): void {
  const call = `${name} ${subject}`;
  calls.push(call);
  const left = failures.get(call) ?? 0;
  failures.set(call, left - 1);
  if (left > 0) throw new Error(`${name} fails`);
}

const ledger: MachineDefinition = {
  chart: {
    id: "ledger",
    initial: "open",
    context: { noted: 0 },
    states: { open: { on: { NOTE: { actions: ["note"] } } } },
  },
  logic: {
    actions: { note: assign({ noted: ({ context }: LogicArgs) => context.noted + 1 }) },
  },
};

/** TOUCH throws as long as what its event names is broken. */
const fragile = ({ broken }: FaultWorld): MachineDefinition => ({
  chart: {
    id: "fragile",
    initial: "whole",
    context: { touched: 0 },
    states: {
      whole: { on: { TOUCH: { actions: ["touch"] }, CLOSE: "closed" } },
      closed: { type: "final" },
    },
  },
  attemptsMax: 2,
  logic: {
    actions: {
      touch: assign({
        touched: ({ context, event }: LogicArgs) => {
          if (broken.has(event.payload.name)) throw new Error("it is broken");
          return context.touched + 1;
        },
      }),
    },
  },
});

/** A call that answers after its state was left by a timer. */
const patience = (world: FaultWorld): MachineDefinition => ({
  chart: {
    id: "patience",
    initial: "idle",
    states: {
      idle: { on: { WAIT: "waiting" } },
      waiting: {
        invoke: { id: "slow", src: "slow", onDone: "answered" },
        after: { [SOON_MS]: { target: "tired", meta: { publish: "patience.tired" } } },
      },
      tired: {},
      answered: { type: "final" },
    },
  },
  services: { slow: { timeoutMs: NEVER_MS } },
  logic: {
    services: {
      slow: async ({ subject }: ServiceCall) => {
        visitWorld(world, "slow", subject);
        await world.clock.sleep(2 * SOON_MS);
        return "at last";
      },
    },
  },
});
