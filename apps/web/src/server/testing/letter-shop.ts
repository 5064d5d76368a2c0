import { assign, defineProject } from "@sagascope/core";

/** Whether the card service of the test's shop answers; a test switches it. */
export interface LetterShop {
  cardIsDown: boolean;
}

/** A small project whose work can be made to fail: a step that throws, and a service that is down. */
export function letterShop(shop: LetterShop) {
  return defineProject({
    name: "shop",
    topics: ["commands", { name: "events", onUnknown: "ignore" }],
    routes: [
      { topic: "commands", type: "shop.pay", machine: "payment", event: "PAY" },
      { topic: "commands", type: "shop.spoil", machine: "payment", event: "SPOIL" },
    ],
    machines: [
      {
        chart: {
          id: "payment",
          version: "1",
          initial: "idle",
          context: { total: 0, card: null },
          states: {
            idle: {
              on: {
                PAY: { target: "capturing", actions: ["keepOrder"] },
                SPOIL: { target: "idle", actions: ["spoil"] },
              },
            },
            capturing: {
              invoke: {
                id: "capture",
                src: "capture",
                onDone: {
                  target: "captured",
                  meta: { publish: { type: "payment.captured", data: ["total"] } },
                },
              },
            },
            captured: { type: "final" },
          },
        },
        services: { capture: { attemptsMax: 2, backoffMs: 5 } },
        attemptsMax: 2,
        logic: {
          actions: {
            keepOrder: assign({
              total: ({ event }) => event.payload.total,
              card: ({ event }) => event.payload.card,
            }),
            spoil: assign(() => {
              throw new Error('no such currency "XXX"');
            }),
          },
          services: {
            capture: async () => {
              if (shop.cardIsDown) throw new Error("card answered 503");
              return "tx-9";
            },
          },
        },
      },
    ],
  });
}
