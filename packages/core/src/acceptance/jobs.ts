import { assign } from "xstate";
import type { LogicArgs, Service } from "../charts/logic.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import type { Envelope } from "../envelope/envelope.ts";
import { defineProject, type Project } from "../projects/define-project.ts";

/** A project whose one machine calls the service once for each GO it is told, one call after the other. */
export function jobProject(work: Service): Project {
  const chart = {
    id: "job",
    initial: "idle",
    context: { asked: 0, done: 0 },
    states: {
      idle: {
        always: { guard: "isOpen", target: "busy" },
        on: { GO: { actions: ["ask"] } },
      },
      busy: {
        invoke: { id: "work", src: "work", onDone: { target: "idle", actions: ["finish"] } },
        on: { GO: { actions: ["ask"] } },
      },
    },
  };
  return defineProject({
    name: "jobs",
    topics: ["in", "events"],
    machines: [
      {
        chart,
        logic: {
          services: { work },
          guards: { isOpen: ({ context }) => context.asked > context.done },
          actions: {
            ask: assign({ asked: ({ context }: LogicArgs) => context.asked + 1 }),
            finish: assign({ done: ({ context }: LogicArgs) => context.done + 1 }),
          },
        },
      },
    ],
    routes: [{ topic: "in", type: "go", machine: "job", event: "GO" }],
  });
}

/** Tell the job of a subject to go. */
export function go(subject: string): Envelope {
  return createEnvelope({ type: "go", source: "/acceptance", subject });
}
