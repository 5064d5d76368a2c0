import { assign } from "xstate";
import { defineProject, type Project } from "../projects/define-project.ts";

/** Whether the machine of {@link tillProject} takes money; nothing that it refuses is lost. */
export interface Till {
  isBroken: boolean;
}

/** One machine that keeps what it was given in order, and gives up at once while it is broken. */
export function tillProject(till: Till): Project {
  return defineProject({
    name: "shop",
    topics: ["commands", { name: "events", onUnknown: "ignore" }],
    routes: [{ topic: "commands", type: "pay", machine: "till", event: "PAY" }],
    machines: [
      {
        chart: {
          id: "till",
          version: "1",
          initial: "open",
          context: { coins: [] },
          states: { open: { on: { PAY: { actions: ["keep"] } } } },
        },
        attemptsMax: 1,
        logic: {
          actions: {
            keep: assign(({ context, event }) => {
              if (till.isBroken || event.payload.counterfeit === true) {
                throw new Error(`coin ${event.payload.n} is refused`);
              }
              return { coins: [...context.coins, event.payload.n] };
            }),
          },
        },
      },
    ],
  });
}
