import {
  assign,
  defineProject,
  type Project,
  type RelayPublish,
  sagaBuilder,
} from "@sagascope/core";

/** Topic of what machines take. */
export const COMMANDS = "commands";
/** Topic of what the relay takes. */
export const MESSAGES = "messages";

/** What the relay hands on. */
export const MESSAGE = "message";
/** Starts a saga of three steps. */
export const START_SAGA = "xsm.fulfil.START";
/** One step of a machine that counts. */
export const COUNT = "add";
/** One step of a machine that counts and publishes what it counted. */
export const COUNT_AND_PUBLISH = "enter";

/** A far side that answers at once takes as much as a read brings. */
const RELAY_CONCURRENCY = 1_000;

const saga = sagaBuilder("fulfil", { startEvent: "START" })
  .step("reserve", { invoke: "reserve", compensate: "release" })
  .step("charge", { invoke: "charge", compensate: "refund" })
  .step("ship", { invoke: "ship" });
const services = Object.fromEntries(
  ["reserve", "release", "charge", "refund", "ship"].map((name) => [name, async () => ({ name })]),
);
const logic = {
  actions: { add: assign({ total: ({ context }) => context.total + 1 }) },
};

/** A machine of one state that counts what it is told. */
const counter = (id: string, meta?: object) => ({
  chart: {
    id,
    initial: "open",
    context: { total: 0 },
    states: {
      open: { on: { ADD: { actions: ["add"], ...(meta === undefined ? {} : { meta }) } } },
    },
  },
  logic,
});

/**
 * What the benchmarks run: services answer at once, so that what is left is ours.
 *
 * @param publish - the far side of the relay
 */
export function benchProject(publish: RelayPublish): Project {
  return defineProject({
    name: "bench",
    topics: [
      COMMANDS,
      { name: MESSAGES, onUnknown: "ignore" },
      { name: "events", onUnknown: "ignore" },
    ],
    routes: [
      { topic: COMMANDS, type: START_SAGA, machine: "fulfil" },
      { topic: COMMANDS, type: COUNT, machine: "counter", event: "ADD" },
      { topic: COMMANDS, type: COUNT_AND_PUBLISH, machine: "ledger", event: "ADD" },
    ],
    machines: [
      { chart: saga.build(), logic: { ...saga.logic(), services } },
      counter("counter"),
      counter("ledger", { publish: { type: "ledger.entered", data: ["total"] } }),
    ],
    relays: [{ name: "taker", topic: MESSAGES, publish, concurrency: RELAY_CONCURRENCY }],
  });
}
