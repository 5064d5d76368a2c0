import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { defineProject } from "../projects/define-project.ts";
import { createMemoryDatabase } from "../stores/memory/memory-database.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";
import { createMortalEngine } from "./mortal-engine.ts";

const HOUR_MS = 3_600_000;
/** How long nobody takes over from a worker that died: the length of its lease. */
const LEASE_MS = 10_000;

const DELAYS_MS = [1_000, 10_000, 90_000, HOUR_MS, 2 * HOUR_MS - 1] as const;

/** One machine that waits for as long as it is asked to. */
const project = defineProject({
  name: "waiting",
  topics: ["in", "events"],
  routes: DELAYS_MS.map((ms) => ({ topic: "in", type: `wait.${ms}`, machine: "waiter" })),
  machines: [
    {
      chart: {
        id: "waiter",
        initial: "idle",
        states: {
          idle: {
            on: Object.fromEntries(DELAYS_MS.map((ms) => [`wait.${ms}`, `waiting${ms}`])),
          },
          ...Object.fromEntries(
            DELAYS_MS.map((ms) => [`waiting${ms}`, { after: { [ms]: "over" } }]),
          ),
          over: { type: "final" },
        },
      },
      logic: {},
    },
  ],
});

const wait = fc.record({
  delayMs: fc.constantFrom(...DELAYS_MS),
  /** Time that passes before the next one is asked for. */
  pauseMs: fc.integer({ min: 0, max: 30_000 }),
  /** The worker dies after it, and another one comes. */
  isFatal: fc.boolean(),
});

describe("timers across any restarts", () => {
  it("fire at their time to the millisecond, or when somebody takes over, never before and never twice", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(wait, { minLength: 1, maxLength: 12 }), async (waits) => {
        const time = manualClock();
        const database = createMemoryDatabase({ clock: time });
        let born = 0;
        const bear = () => {
          born += 1;
          const options = { clock: simulatedClock(time), database, workerId: `w-${born}` };
          return createMortalEngine(project, options);
        };
        let worker = bear();
        const askedAtMs: number[] = [];
        const deathsAtMs: number[] = [];
        for (const [n, { delayMs, pauseMs, isFatal }] of waits.entries()) {
          const envelope = createEnvelope({
            type: `wait.${delayMs}`,
            source: "/test",
            subject: `s-${n}`,
          });
          await worker.engine.publish("in", envelope);
          await worker.live((engine) => engine.runUntilQuiet());
          askedAtMs.push(time.now().getTime());
          if (isFatal) {
            deathsAtMs.push(time.now().getTime());
            worker = bear();
            await worker.live((engine) => engine.advance(LEASE_MS + 1)); // takes over
          }
          await worker.live((engine) => engine.advance(pauseMs));
        }
        await worker.live((engine) => engine.advance(3 * HOUR_MS));

        const history = database.history.rows();
        for (const [n, { delayMs }] of waits.entries()) {
          const steps = history.filter(({ subject }) => subject === `s-${n}`);
          expect(steps.map(({ causeKind }) => causeKind)).toEqual(["event", "timer"]);
          const dueMs = (askedAtMs[n] ?? 0) + delayMs;
          const lateMs = (steps[1]?.atMs ?? 0) - dueMs;
          // A death within a lease before it: then the heir was not there in time.
          const isOrphan = deathsAtMs.some((at) => at <= dueMs && dueMs <= at + LEASE_MS);
          expect([n, lateMs >= 0, isOrphan ? lateMs <= LEASE_MS + 1 : lateMs === 0]).toEqual([
            n,
            true,
            true,
          ]);
        }
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
