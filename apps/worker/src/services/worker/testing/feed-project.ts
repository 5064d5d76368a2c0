// The project of the tests that kill feeds' leaders: one feed, whose far side is the test's own.
import { env } from "node:process";
import { defineProject } from "@sagascope/core";

export default defineProject({
  name: "abroad",
  topics: [{ name: "events", onUnknown: "ignore" }],
  machines: [],
  routes: [],
  feeds: [
    {
      name: "far",
      topic: "events",
      batchSize: 5,
      leaseMs: 4_000,
      pollMs: 100,
      sink: async (batch, { signal }) => {
        const ids = batch.map(({ id }) => id).join("+");
        const response = await fetch(`${env.TEST_SERVICES_URL}/far/${encodeURIComponent(ids)}`, {
          method: "POST",
          signal,
        });
        if (!response.ok) throw new Error(`the far side answered ${response.status}`);
      },
    },
  ],
});
