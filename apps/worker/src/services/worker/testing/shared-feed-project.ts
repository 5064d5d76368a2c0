// The project of the tests of a feed that several processes share: four partitions, and a poison that ends whoever hands it on.
import { env, kill, pid } from "node:process";
import { defineProject } from "@sagascope/core";

export default defineProject({
  name: "abroad",
  topics: [{ name: "events", onUnknown: "ignore" }],
  machines: [],
  routes: [],
  feeds: [
    {
      name: "shared",
      topic: "events",
      partitions: 4,
      batchSize: 5,
      leaseMs: 2_000,
      pollMs: 100,
      onPoison: { kind: "dead_letter", afterFailures: 3 },
      sink: async (batch, { signal }) => {
        if (batch.some(({ type }) => type === "deadly")) kill(pid, "SIGKILL");
        const ids = batch.map(({ id }) => id).join("+");
        const response = await fetch(
          `${env.TEST_SERVICES_URL}/far-${pid}/${encodeURIComponent(ids)}`,
          { method: "POST", signal },
        );
        if (!response.ok) throw new Error(`the far side answered ${response.status}`);
      },
    },
  ],
});
