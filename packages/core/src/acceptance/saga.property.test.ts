import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RetryPolicy } from "../sagas/retry-policy.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";
import { type FakeService, sagaBench, startOf } from "./saga-project.ts";

const SUBJECTS = ["o-1", "o-2", "o-3"] as const;
const STEPS = [
  { name: "reserve", invoke: "reserveStock", compensate: "releaseStock", attempts: 1 },
  { name: "charge", invoke: "chargeCard", compensate: "refundCard", attempts: 3 },
  { name: "pack", invoke: "packParcel", compensate: undefined, attempts: 2 },
  { name: "ship", invoke: "shipParcel", compensate: "recallParcel", attempts: 1 },
] as const;
const TIMEOUT_MS = 5_000;
const HOUR_MS = 3_600_000;

/** How one call of a service goes: answers after a while, fails after a while, or is not heard of in time. */
interface Turn {
  readonly ends: "answers" | "fails" | "never";
  readonly afterMs: number;
}

/** By subject and service, the turns of its calls in order; calls beyond them answer at once. */
type Script = Readonly<Record<string, Readonly<Record<string, readonly Turn[]>>>>;

const turn: fc.Arbitrary<Turn> = fc.record({
  ends: fc.oneof(
    { weight: 3, arbitrary: fc.constant("answers" as const) },
    { weight: 2, arbitrary: fc.constant("fails" as const) },
    { weight: 1, arbitrary: fc.constant("never" as const) },
  ),
  afterMs: fc.integer({ min: 0, max: TIMEOUT_MS - 1 }),
});
const compensationTurn = turn.map((given) =>
  given.ends === "never" ? { ...given, ends: "answers" as const } : given,
);
const services = STEPS.flatMap(({ invoke, compensate }) => [
  { service: invoke, turns: fc.array(turn, { maxLength: 3 }) },
  ...(compensate === undefined
    ? []
    : [{ service: compensate, turns: fc.array(compensationTurn, { maxLength: 1 }) }]),
]);
const script: fc.Arbitrary<Script> = fc.record(
  Object.fromEntries(
    SUBJECTS.map((subject) => [
      subject,
      fc.record(Object.fromEntries(services.map(({ service, turns }) => [service, turns]))),
    ]),
  ),
);

/** The end of a saga and its calls, worked out by hand: tries in turn, then what was done undone in reverse. */
function expectedOf(turnsOf: (service: string) => readonly Turn[]) {
  const calls: string[] = [];
  const succeeds = (service: string, attempts: number): boolean => {
    const before = calls.filter((call) => call === service).length;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      calls.push(service);
      if ((turnsOf(service)[before + attempt]?.ends ?? "answers") === "answers") return true;
    }
    return false;
  };
  const undo: string[] = [];
  for (const { invoke, compensate, attempts } of STEPS) {
    if (succeeds(invoke, attempts)) {
      if (compensate !== undefined) undo.unshift(compensate);
      continue;
    }
    const isUndone = undo.every((service) => succeeds(service, 1));
    return { calls, end: isUndone ? "failed" : "compensationFailed" };
  }
  return { calls, end: "completed" };
}

function declared() {
  const builder = sagaBuilder("fulfil", { startEvent: "START" });
  for (const { name, invoke, compensate, attempts } of STEPS) {
    builder.step(name, {
      invoke,
      compensate,
      timeoutMs: TIMEOUT_MS,
      retry:
        attempts === 1
          ? undefined
          : new RetryPolicy({ maxAttempts: attempts, baseMs: 100, jitter: "none" }),
    });
  }
  return builder;
}

describe("any sagas side by side, with services that fail, dawdle or are never heard of", () => {
  it("make the calls and come to the end that a model says", async () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(script, pauses, async (told, pausesMs) => {
        const clock = simulatedClock();
        const play =
          (service: string): FakeService =>
          async ({ subject, signal }) => {
            const made = bench.calls.filter((call) => call === `${service} ${subject}`).length;
            const { ends, afterMs } = told[subject]?.[service]?.[made - 1] ?? NOW;
            await clock.sleep(ends === "never" ? HOUR_MS : afterMs, signal);
            if (ends === "fails") throw new Error(`${service} fails`);
            return `${service} answers`;
          };
        const bench = sagaBench(
          declared(),
          Object.fromEntries(services.map(({ service }) => [service, play(service)])),
        );
        const engine = createMemoryEngine(bench.project, { clock });
        for (const [at, subject] of SUBJECTS.entries()) {
          await engine.publish("commands", startOf("fulfil", subject));
          await engine.advance(pausesMs[at] ?? 0);
        }
        for (const ms of pausesMs) await engine.advance(ms);
        await engine.advance(HOUR_MS);

        for (const subject of SUBJECTS) {
          const expected = expectedOf((service) => told[subject]?.[service] ?? []);
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

const NOW: Turn = { ends: "answers", afterMs: 0 };

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
