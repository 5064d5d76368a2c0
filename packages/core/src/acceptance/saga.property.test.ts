import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";
import {
  AT_ONCE,
  expectedSaga,
  modelledSaga,
  SERVICES,
  scriptsFor,
  TURN_MS_MAX,
} from "./saga-model.ts";
import { type FakeService, sagaBench, startOf } from "./saga-project.ts";

const SUBJECTS = ["o-1", "o-2", "o-3"] as const;
const HOUR_MS = 3_600_000;

describe("any sagas side by side, with services that fail, dawdle or are never heard of", () => {
  it("make the calls and come to the end that a model says", async () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(scriptsFor(SUBJECTS), pauses, async (told, pausesMs) => {
        const clock = simulatedClock();
        const play =
          (service: string): FakeService =>
          async ({ subject, signal }) => {
            const made = bench.calls.filter((call) => call === `${service} ${subject}`).length;
            const { ends, afterMs } = told[subject]?.[service]?.[made - 1] ?? AT_ONCE;
            await clock.sleep(ends === "never" ? HOUR_MS : afterMs, signal);
            if (ends === "fails") throw new Error(`${service} fails`);
            return `${service} answers`;
          };
        const bench = sagaBench(
          modelledSaga(TURN_MS_MAX),
          Object.fromEntries(SERVICES.map((service) => [service, play(service)])),
        );
        const engine = createMemoryEngine(bench.project, { clock });
        for (const [at, subject] of SUBJECTS.entries()) {
          await engine.publish("commands", startOf("fulfil", subject));
          await engine.advance(pausesMs[at] ?? 0);
        }
        for (const ms of pausesMs) await engine.advance(ms);
        await engine.advance(HOUR_MS);

        for (const subject of SUBJECTS) {
          const expected = expectedSaga((service) => told[subject]?.[service] ?? []);
          const calls = bench.calls.filter((call) => call.endsWith(` ${subject}`));
          expect(calls).toEqual(expected.calls.map((service) => `${service} ${subject}`));
          const instance = await engine.findInstance("fulfil", subject);
          expect([subject, instance?.states]).toEqual([subject, [expected.end]]);
          const letters = (await engine.openLetters()).filter(
            (letter) => letter.subject === subject,
          );
          expect(letters).toHaveLength(expected.end === "compensationFailed" ? 1 : 0);
          await expectOneStepARevision(engine, subject);
        }
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});

/** The timeline has no gap and nothing twice, and ends where the instance stands. */
async function expectOneStepARevision(
  engine: ReturnType<typeof createMemoryEngine>,
  subject: string,
): Promise<void> {
  const history = await engine.inspect.history({ machineId: "fulfil", subject });
  expect(history.map(({ revision }) => revision)).toEqual(history.map((_step, at) => at + 1));
  const instance = await engine.findInstance("fulfil", subject);
  expect(instance?.revision).toBe(history.length);
  expect(instance?.snapshot).toEqual(history.at(-1)?.snapshot);
}
