import { assign } from "xstate";
import type { ServiceCall } from "../charts/logic.ts";
import type { LetterState } from "../engine/engine-inspection.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import type { JsonValue } from "../kernel/json.ts";
import type { InstanceAction } from "../operations/instance-action.ts";
import type { InstanceReport } from "../operations/instance-report.ts";
import { defineProject, type Project } from "../projects/define-project.ts";
import type { MachineDefinition } from "../projects/project.ts";
import { createMemoryEngine, type MemoryEngine } from "./memory-engine.ts";
import { simulatedClock } from "./simulated-clock.ts";

/** What the fake services of an operation's test do, by service: an answer, or an error. */
export interface FakeShop {
  readonly services: Record<string, (call: ServiceCall) => JsonValue | Promise<JsonValue>>;
  /** `<service> <idempotency key>` in the order of the calls. */
  readonly calls: string[];
}

export function fakeShop(): FakeShop {
  return { services: {}, calls: [] };
}

/** A chart with a call nobody answers for, timers, a state that gives up, and two ends. */
export const ORDER_CHART = {
  id: "order",
  version: "1",
  initial: "idle",
  context: { total: 0, tx: null },
  states: {
    idle: { on: { PLACE: { target: "paying", actions: ["keepTotal"] } } },
    paying: {
      invoke: {
        id: "charge",
        src: "chargeCard",
        input: { currency: "EUR" },
        onDone: {
          target: "shipping",
          actions: ["keepTx"],
          meta: { publish: { type: "order.paid", data: ["tx"] } },
        },
      },
      after: { 60000: "expired" },
    },
    shipping: {
      on: { SHIPPED: "done", BREAK: { actions: ["throwUp"] } },
      after: { 3600000: "late" },
    },
    late: { tags: ["dead-letter"], on: { RESCUE: "shipping" } },
    expired: { type: "final" },
    done: { type: "final" },
  },
};

/** The machine of {@link ORDER_CHART}, or of a later version of it. */
export function orderMachine(shop: FakeShop, chart: object = ORDER_CHART): MachineDefinition {
  const service = (name: string) => async (call: ServiceCall) => {
    shop.calls.push(`${name} ${call.idempotencyKey}`);
    return (shop.services[name] ?? (() => `${name}-ok`))(call);
  };
  return {
    chart,
    services: { chargeCard: { attemptsMax: 1 } },
    logic: {
      actions: {
        keepTotal: assign({ total: ({ event }) => event.payload?.total ?? 0 }),
        keepTx: assign({ tx: ({ event }) => event.output }),
        throwUp: assign(() => {
          throw new Error("no such currency");
        }),
      },
      services: { chargeCard: service("chargeCard"), askBank: service("askBank") },
    },
  };
}

export function orderProject(shop: FakeShop, ...machines: readonly MachineDefinition[]): Project {
  return defineProject({
    name: "shop",
    topics: ["commands", { name: "events", onUnknown: "ignore" }],
    machines: machines.length > 0 ? machines : [orderMachine(shop)],
    routes: ["PLACE", "SHIPPED", "RESCUE"].map((event) => ({
      topic: "commands",
      type: `order.${event}`,
      machine: "order",
      event,
    })),
  });
}

/** An engine in memory with these machines for orders, or only {@link ORDER_CHART}, its shop and its clock. */
export function orderBench(...charts: readonly object[]) {
  const shop = fakeShop();
  const clock = simulatedClock();
  const machines = charts.map((chart) => orderMachine(shop, chart));
  const engine = createMemoryEngine(orderProject(shop, ...machines), { clock });
  const find = () => engine.findInstance("order", "o-1");
  return { shop, clock, engine, find };
}

/** An envelope for an order. */
export function orderEvent(event: string, subject = "o-1", data: JsonValue = { total: 5 }) {
  return createEnvelope({ type: `order.${event}`, source: "/test", subject, data });
}

/** Have an operator do something to an order, for real unless told otherwise, and read what came of it. */
export async function operate(
  engine: MemoryEngine,
  action: InstanceAction,
  options: {
    readonly dryRun?: boolean;
    readonly subject?: string;
    readonly machineId?: string;
  } = {},
): Promise<InstanceReport> {
  const { dryRun = false, subject = "o-1", machineId = "order" } = options;
  const id = engine.request({ machineId, subject, action, dryRun, reason: "a test asks" });
  await engine.runUntilQuiet();
  const command = await engine.inspect.findCommand(id);
  if (command?.result === undefined) throw new Error(`command ${id} has no result`);
  return command.result as unknown as InstanceReport;
}

/** The one open letter there is. */
export async function onlyLetter(engine: MemoryEngine): Promise<LetterState> {
  const [letter, ...others] = await engine.openLetters();
  if (letter === undefined || others.length > 0) {
    throw new Error(`${others.length + (letter === undefined ? 0 : 1)} open letters, not one`);
  }
  return letter;
}

/** Everything that a dry run must leave as it is; the command itself comes and goes. */
export async function everythingIn({ inspect }: MemoryEngine): Promise<unknown> {
  const instances = await inspect.instances();
  return {
    instances,
    history: await Promise.all(instances.map((instance) => inspect.history(instance))),
    events: await inspect.events(),
    deliveries: await inspect.deliveries(),
    effects: await inspect.effects(),
    timers: await inspect.timers(),
    letters: await inspect.letters(),
    audit: await inspect.audit(),
  };
}
