import fc from "fast-check";
import { RetryPolicy } from "../sagas/retry-policy.ts";
import { type SagaBuilder, sagaBuilder } from "../sagas/saga-builder.ts";

/** How one call of a service goes: answers after a while, fails after a while, or is not heard of in time. */
export interface Turn {
  readonly ends: "answers" | "fails" | "never";
  readonly afterMs: number;
}

/** By subject and service, the turns of its calls in order; calls beyond them answer at once. */
export type Script = Readonly<Record<string, Readonly<Record<string, readonly Turn[]>>>>;

/** No call of a script that answers or fails takes longer. */
export const TURN_MS_MAX = 5_000;
export const AT_ONCE: Turn = { ends: "answers", afterMs: 0 };

const STEPS = [
  { name: "reserve", invoke: "reserveStock", compensate: "releaseStock", attempts: 1 },
  { name: "charge", invoke: "chargeCard", compensate: "refundCard", attempts: 3 },
  { name: "pack", invoke: "packParcel", compensate: undefined, attempts: 2 },
  { name: "ship", invoke: "shipParcel", compensate: "recallParcel", attempts: 1 },
] as const;

const turn: fc.Arbitrary<Turn> = fc.record({
  ends: fc.oneof(
    { weight: 3, arbitrary: fc.constant("answers" as const) },
    { weight: 2, arbitrary: fc.constant("fails" as const) },
    { weight: 1, arbitrary: fc.constant("never" as const) },
  ),
  afterMs: fc.integer({ min: 0, max: TURN_MS_MAX - 1 }),
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

/** The services of the saga, those that undo among them. */
export const SERVICES: readonly string[] = services.map(({ service }) => service);

/** Any script for some subjects. */
export function scriptsFor(subjects: readonly string[]): fc.Arbitrary<Script> {
  const one = fc.record(Object.fromEntries(services.map(({ service, turns }) => [service, turns])));
  return fc.record(Object.fromEntries(subjects.map((subject) => [subject, one])));
}

/** The end of a saga and its calls, worked out by hand: tries in turn, then what was done undone in reverse. */
export function expectedSaga(turnsOf: (service: string) => readonly Turn[]) {
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

/** @param timeoutMs - after which a step gives a call up that is not heard of */
export function modelledSaga(timeoutMs: number): SagaBuilder {
  const builder = sagaBuilder("fulfil", { startEvent: "START" });
  for (const { name, invoke, compensate, attempts } of STEPS) {
    builder.step(name, {
      invoke,
      compensate,
      timeoutMs,
      retry:
        attempts === 1
          ? undefined
          : new RetryPolicy({ maxAttempts: attempts, baseMs: 100, jitter: "none" }),
    });
  }
  return builder;
}
