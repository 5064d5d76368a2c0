import { expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { defineProject, type Project } from "../projects/define-project.ts";
import { createMemoryDatabase } from "../stores/memory/memory-database.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";

/** A deployment whose chart answers the failure of its call itself, or leaves it to the engine. */
function deployment(version: string, answersErrors: boolean): Project {
  const pay = { id: "pay", src: "pay", onDone: "over" };
  return defineProject({
    name: "versions",
    topics: ["in", "events"],
    routes: [{ topic: "in", type: "go", machine: "payer", event: "GO" }],
    machines: [
      {
        chart: {
          id: "payer",
          version,
          initial: "idle",
          states: {
            idle: { on: { GO: "paying" } },
            paying: { invoke: answersErrors ? { ...pay, onError: "over" } : pay },
            over: { type: "final" },
          },
        },
        logic: {
          services: {
            pay: async () => {
              throw new Error("the card company is busy");
            },
          },
        },
      },
    ],
  });
}

it("tries a call as its instance's version says, not as the newest does", async () => {
  const clock = simulatedClock();
  const options = { clock, database: createMemoryDatabase({ clock }) };
  const older = createMemoryEngine(deployment("1", false), options);
  await older.handle(createEnvelope({ type: "go", source: "/test", subject: "p-1" }), "in");
  expect(await older.inspect.effects()).toMatchObject([{ status: "pending", attempts: 1 }]);

  const newer = createMemoryEngine(deployment("2", true), options);
  await newer.advance(600); // past the wait after the first failure, before the end of the next

  // The new version answers the failure itself, so that it would be told at the first one; this one leaves it to five tries.
  expect(await newer.inspect.effects()).toMatchObject([{ status: "pending", attempts: 2 }]);
  expect(await newer.openLetters()).toEqual([]);
});
