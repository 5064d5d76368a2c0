import { assign, defineProject } from "@sagascope/core";

/** How many of the latest numbers a basket remembers. */
export const NUMBERS_KEPT = 60;

/** What well-meant parts of hostile envelopes say; each type but the last has a route. */
export const HOSTILE_NAMES = {
  types: ["shop.add", "shop.add", "shop.throw", "shop.nobody"],
  subjects: ["h-1", "h-2", "h-3", "<b>h</b>", "'; --"],
};

/** A basket that counts what it is told, whatever that is, and one event that always throws. */
export const hostileProject = defineProject({
  name: "hostile",
  topics: ["commands", { name: "events", onUnknown: "ignore" }],
  routes: [
    { topic: "commands", type: "shop.add", machine: "basket", event: "ADD" },
    { topic: "commands", type: "shop.throw", machine: "basket", event: "THROW" },
  ],
  machines: [
    {
      chart: {
        id: "basket",
        version: "1",
        initial: "open",
        context: { numbers: [], last: null },
        states: { open: { on: { ADD: { actions: ["add"] }, THROW: { actions: ["throw"] } } } },
      },
      attemptsMax: 1,
      logic: {
        actions: {
          add: assign(({ context, event }) => ({
            numbers: [...context.numbers, event.payload?.number ?? 0].slice(-NUMBERS_KEPT),
            last: event.payload ?? null,
          })),
          throw: assign(({ event }) => {
            throw new Error(`cannot take ${JSON.stringify(event.payload)?.slice(0, 200)}`);
          }),
        },
      },
    },
  ],
});
