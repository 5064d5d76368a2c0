// The project that the tests of real worker processes run: small machines, each for one kind of trouble.
import { env, exit } from "node:process";
import { assign, defineProject, type JsonValue, type Service, sagaBuilder } from "@sagascope/core";

/** A service of the test's own, over HTTP: it sees every call, and decides when and how it ends. */
const remote =
  (name: string): Service =>
  async ({ subject, idempotencyKey }) => {
    const response = await fetch(`${env.TEST_SERVICES_URL}/${name}/${subject}`, {
      method: "POST",
      headers: { "idempotency-key": idempotencyKey },
    });
    if (!response.ok) throw new Error(`${name} answered ${response.status}`);
    return (await response.json()) as JsonValue;
  };

const saga = sagaBuilder("fulfil", { startEvent: "START" })
  .step("reserve", { invoke: "reserve", compensate: "release" })
  .step("charge", { invoke: "charge", compensate: "refund" })
  .step("ship", { invoke: "ship" });
const names = ["reserve", "release", "charge", "refund", "ship"];

/** Another system, which may know an envelope already. */
async function tell(envelope: string): Promise<void> {
  const { id, subject } = JSON.parse(envelope) as { readonly id: string; readonly subject: string };
  const response = await fetch(`${env.TEST_SERVICES_URL}/tell/${subject}`, {
    method: "POST",
    headers: { "idempotency-key": id },
  });
  if (!response.ok) throw new Error(`tell answered ${response.status}`);
}

export default defineProject({
  name: "crash",
  topics: [
    "commands",
    { name: "events", onUnknown: "ignore" },
    { name: "told", onUnknown: "ignore" },
  ],
  relays: [
    { name: "teller", topic: "told", attemptsMax: 1, publish: ({ envelope }) => tell(envelope) },
  ],
  routes: [
    { topic: "commands", type: "xsm.fulfil.START", machine: "fulfil" },
    { topic: "commands", type: "entry", machine: "ledger", event: "ENTRY" },
    { topic: "commands", type: "touch", machine: "bomb", event: "TOUCH" },
    { topic: "commands", type: "plant", machine: "mine", event: "PLANT" },
    { topic: "commands", type: "call", machine: "caller", event: "CALL" },
    { topic: "commands", type: "remind", machine: "reminder", event: "REMIND" },
  ],
  machines: [
    {
      chart: saga.build(),
      // Longer than any test holds a call back.
      services: Object.fromEntries(names.map((name) => [name, { timeoutMs: 600_000 }])),
      logic: {
        ...saga.logic(),
        services: Object.fromEntries(names.map((name) => [name, remote(name)])),
      },
    },
    {
      chart: {
        id: "ledger",
        initial: "open",
        context: { entries: [] },
        states: { open: { on: { ENTRY: { actions: ["append"] } } } },
      },
      logic: {
        actions: {
          append: assign({
            entries: ({ context, event }) => [...context.entries, event.payload.n],
          }),
        },
      },
    },
    {
      chart: {
        id: "bomb",
        initial: "whole",
        context: { touched: 0 },
        states: { whole: { on: { TOUCH: { actions: ["count", "explode"] } } } },
      },
      attemptsMax: 2,
      logic: {
        actions: {
          count: assign({ touched: ({ context }) => context.touched + 1 }),
          explode: assign(({ event }) => (event.payload.armed ? exit(70) : {})),
        },
      },
    },
    {
      chart: {
        id: "mine",
        initial: "idle",
        context: { armed: false },
        states: {
          idle: { on: { PLANT: { target: "ticking", actions: ["arm"] } } },
          ticking: { after: { 300: { target: "over", actions: ["blow"] } } },
          over: { type: "final" },
        },
      },
      attemptsMax: 2,
      logic: {
        actions: {
          arm: assign({ armed: ({ event }) => event.payload.armed === true }),
          blow: assign(({ context }) => (context.armed ? exit(70) : {})),
        },
      },
    },
    {
      chart: {
        id: "caller",
        initial: "idle",
        context: { armed: false },
        states: {
          idle: {
            on: {
              CALL: [{ guard: "isArmed", target: "deadly" }, { target: "slow" }],
            },
          },
          deadly: { invoke: { src: "kill", onDone: "over" } },
          slow: { invoke: { src: "slow", onDone: "over" } },
          over: { type: "final" },
        },
      },
      services: {
        kill: { attemptsMax: 2, backoffMs: 1 },
        slow: { attemptsMax: 2, backoffMs: 1, timeoutMs: 600_000 },
      },
      logic: {
        guards: { isArmed: ({ event }) => event.payload.armed === true },
        services: {
          slow: remote("slow"),
          kill: async (call) => {
            await remote("kill")(call);
            exit(70);
          },
        },
      },
    },
    {
      chart: {
        id: "reminder",
        initial: "idle",
        states: {
          idle: { on: { REMIND: "waiting" } },
          waiting: { after: { 1500: "reminded" } },
          reminded: { type: "final" },
        },
      },
      logic: {},
    },
  ],
});
