import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Project } from "../projects/define-project.ts";
import { createMemoryDatabase } from "../stores/memory/memory-database.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { type SimulatedClock, simulatedClock } from "../testing/simulated-clock.ts";
import { createMortalEngine, type Death } from "./mortal-engine.ts";
import { AT_ONCE, expectedSaga, modelledSaga, SERVICES, scriptsFor } from "./saga-model.ts";
import { type FakeService, sagaBench, startOf } from "./saga-project.ts";

const SUBJECTS = ["o-1", "o-2", "o-3"] as const;
/** Longer than all deaths of a run hold a call up, so that it is never a death that a step gives up for. */
const TIMEOUT_MS = 600_000;
const HOUR_MS = 3_600_000;

const PATIENT = Object.fromEntries(
  SERVICES.map((service) => [service, { timeoutMs: 2 * HOUR_MS, attemptsMax: 1 }]),
);

/** Time passes with a worker at work, which may die in it. */
interface Turn {
  readonly ms: number;
  readonly death: Death | undefined;
}

const turns: fc.Arbitrary<readonly Turn[]> = fc.array(
  fc.record({
    ms: fc.integer({ min: 0, max: 8_000 }),
    death: fc.option(
      fc.record({ atCall: fc.integer({ min: 1, max: 40 }), isCarriedOut: fc.boolean() }),
      { nil: undefined },
    ),
  }),
  { minLength: 1, maxLength: 8 },
);

describe("any sagas side by side, with services that fail or dawdle and workers that die anywhere", () => {
  it("make each call under one key, at least once, and come to the end that a model says", async () => {
    await fc.assert(
      fc.asyncProperty(scriptsFor(SUBJECTS), turns, async (script, played) => {
        const time = manualClock();
        const keys = new Map<string, string[]>();
        /** A service that knows its keys: the same one gets the same answer. */
        const play =
          (clock: SimulatedClock, service: string): FakeService =>
          async ({ subject, idempotencyKey, signal }) => {
            const known = keys.get(`${service} ${subject}`) ?? [];
            keys.set(`${service} ${subject}`, known);
            if (!known.includes(idempotencyKey)) {
              known.push(idempotencyKey);
              order.push(`${service} ${subject}`);
            }
            const turn = script[subject]?.[service]?.[known.indexOf(idempotencyKey)] ?? AT_ONCE;
            await clock.sleep(turn.ends === "never" ? HOUR_MS : turn.afterMs, signal);
            if (turn.ends === "fails") throw new Error(`${service} fails`);
            return `${service} answers`;
          };
        const order: string[] = [];
        const projectOn = (clock: SimulatedClock): Project => {
          const { project } = sagaBench(
            modelledSaga(TIMEOUT_MS),
            Object.fromEntries(SERVICES.map((service) => [service, play(clock, service)])),
          );
          const machines = project.machines.map((machine) => ({ ...machine, services: PATIENT }));
          return { ...project, machines };
        };
        const database = createMemoryDatabase({ clock: time });
        let born = 0;
        const bear = () => {
          born += 1;
          const clock = simulatedClock(time); // nobody waits for the services of the dead
          return createMortalEngine(projectOn(clock), { clock, database, workerId: `w-${born}` });
        };
        let worker = bear();
        const { engine: bystander } = bear();
        for (const subject of SUBJECTS) {
          await bystander.publish("commands", startOf("fulfil", subject));
        }
        const live = async (ms: number): Promise<boolean> => {
          const isAlive = await worker.live((engine) => engine.advance(ms));
          if (!isAlive) worker = bear();
          return isAlive;
        };
        for (const { ms, death } of played) {
          if (death !== undefined) worker.dieAt(death);
          await live(ms);
        }
        while (!(await live(4 * HOUR_MS))); // whose death was planned may yet die

        for (const subject of SUBJECTS) {
          const expected = expectedSaga((service) => script[subject]?.[service] ?? []);
          const calls = order.filter((call) => call.endsWith(` ${subject}`));
          expect(calls).toEqual(expected.calls.map((service) => `${service} ${subject}`));
          const instance = await bystander.findInstance("fulfil", subject);
          expect([subject, instance?.states]).toEqual([subject, [expected.end]]);
          const letters = (await bystander.openLetters()).filter(
            (letter) => letter.subject === subject,
          );
          expect(letters).toHaveLength(expected.end === "compensationFailed" ? 1 : 0);
          const history = await bystander.inspect.history({ machineId: "fulfil", subject });
          expect(history.map(({ revision }) => revision)).toEqual(
            history.map((_step, at) => at + 1),
          );
        }
        expect(await bystander.inspect.deliveries()).toEqual([]);
        expect(await bystander.inspect.timers()).toEqual([]);
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
