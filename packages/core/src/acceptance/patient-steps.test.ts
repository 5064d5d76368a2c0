import { describe, expect, it } from "vitest";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";
import { type FakeService, sagaBench, startOf } from "./saga-project.ts";

const SECOND_MS = 1_000;

/** A saga whose only step has a minute, and whose service takes as long as is said. */
async function chargedIn(seconds: number) {
  const clock = simulatedClock();
  const charge: FakeService = ({ signal }) =>
    clock.sleep(seconds * SECOND_MS, signal).then(() => "tx-1");
  const saga = sagaBuilder("fulfil", { startEvent: "START" }).step("charge", {
    invoke: "charge",
    timeoutMs: 60 * SECOND_MS,
  });
  const engine = createMemoryEngine(sagaBench(saga, { charge }).project, { clock });
  await engine.handle(startOf("fulfil"));
  return { engine, find: () => engine.findInstance("fulfil", "o-1") };
}

describe("a step with more time than a call has by default", () => {
  it("waits for its service until then", async () => {
    const { engine, find } = await chargedIn(59);
    await engine.advance(59 * SECOND_MS);
    expect((await find())?.states).toEqual(["completed"]);
  });

  it("fails when its time is over, and as a timeout [SAG-19]", async () => {
    const { engine, find } = await chargedIn(3_600);
    await engine.advance(60 * SECOND_MS - 1);
    expect((await find())?.states).toEqual(["steps.charge"]);
    await engine.advance(1);
    expect((await find())?.context.error).toMatchObject({ step: "charge", reason: "timeout" });
  });
});
