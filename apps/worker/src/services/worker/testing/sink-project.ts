// A machine whose events are told to an outside service, without an outbox.
import { env } from "node:process";
import { defineProject } from "@sagascope/core";

export default defineProject({
  name: "sink",
  topics: ["commands", { name: "events", onUnknown: "ignore" }],
  routes: [{ topic: "commands", type: "ring", machine: "bell", event: "RING" }],
  machines: [
    {
      chart: {
        id: "bell",
        initial: "still",
        states: {
          still: { on: { RING: { target: "rung", meta: { publish: "bell.rung" } } } },
          rung: {},
        },
      },
      logic: {},
    },
  ],
  directSinks: [
    {
      name: "chat",
      publish: ({ envelope }) =>
        fetch(`${env.TEST_SERVICES_URL}/${envelope.type}/${envelope.subject}`, { method: "POST" }),
    },
  ],
});
