import { describe, expect, it } from "vitest";
import { createActor, createMachine } from "xstate";
import { matchesEvent } from "./matches-event.ts";

const KEYS = ["order.placed", "order.*", "order.line.*", "*"];
const EVENTS = ["order", "order.placed", "order.placed.twice", "order.line", "orders.placed", "x"];

describe("matchesEvent", () => {
  it.each(KEYS.flatMap((key) => EVENTS.map((event) => ({ key, event }))))(
    "says of $event under $key what XState does",
    ({ key, event }) => {
      const machine = createMachine({
        initial: "before",
        states: { before: { on: { [key]: "after" } }, after: {} },
      });
      const actor = createActor(machine).start();
      actor.send({ type: event });
      expect(matchesEvent(event, key)).toBe(actor.getSnapshot().value === "after");
    },
  );
});
