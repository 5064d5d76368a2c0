import { expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { defineProject } from "../projects/define-project.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";

const SECOND_MS = 1_000;

it("keeps what a try answers after its time limit while the call waits for the next, which still decides", async () => {
  const clock = simulatedClock();
  const project = defineProject({
    name: "late",
    topics: ["in", "events"],
    routes: [{ topic: "in", type: "go", machine: "payer", event: "GO" }],
    machines: [
      {
        chart: {
          id: "payer",
          initial: "idle",
          states: {
            idle: { on: { GO: "paying" } },
            paying: { invoke: { id: "pay", src: "pay", onDone: "over" } },
            over: { type: "final" },
          },
        },
        services: { pay: { timeoutMs: SECOND_MS, attemptsMax: 2, backoffMs: 10 * SECOND_MS } },
        logic: {
          services: {
            pay: ({ attempt }) =>
              clock.sleep(attempt === 1 ? 3 * SECOND_MS : 0).then(() => `tx-${attempt}`),
          },
        },
      },
    ],
  });
  const engine = createMemoryEngine(project, { clock });
  await engine.handle(createEnvelope({ type: "go", source: "/test", subject: "p-1" }), "in");
  await engine.advance(3 * SECOND_MS);

  const late = { output: "tx-1", attempt: 1 };
  expect(await engine.inspect.effects()).toMatchObject([{ status: "pending", attempts: 1, late }]);
  expect((await engine.findInstance("payer", "p-1"))?.states).toEqual(["paying"]);

  await engine.advance(10 * SECOND_MS);
  expect(await engine.inspect.effects()).toMatchObject([{ status: "done", output: "tx-2", late }]);
  expect((await engine.findInstance("payer", "p-1"))?.states).toEqual(["over"]);
});
