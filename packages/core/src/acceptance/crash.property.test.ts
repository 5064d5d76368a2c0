import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Envelope } from "../envelope/envelope.ts";
import { createMemoryDatabase } from "../stores/memory/memory-database.ts";
import type { MemoryEngineOptions } from "../testing/memory-engine.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";
import { ANY_WAIT_MS, command, seenBy } from "./counter.ts";
import {
  type CounterEvent,
  expectedCounters,
  flakyCounterProject,
  type PublishedEvent,
} from "./counter-model.ts";
import { createMortalEngine, type Death, type MortalEngine } from "./mortal-engine.ts";

const SUBJECTS = ["a", "b", "c"] as const;
/** More than fail and die together: only POISON is given up. */
const ATTEMPTS_MAX = 12;
const FAILURES_MAX = 3;
const DEATHS_MAX = 5;
/** More than all tries of all that is published. */
const TURNS_MAX = 600;

/** What happens, in order: something is published, comes again, time passes with a worker at work, or a worker dies in it. */
type Action =
  | {
      readonly kind: "publish";
      readonly event: CounterEvent;
      readonly subject: string;
      readonly fails: number;
    }
  | { readonly kind: "redeliver"; readonly at: number }
  | { readonly kind: "work"; readonly worker: number; readonly ms: number; readonly death?: Death };

const death: fc.Arbitrary<Death> = fc.record({
  atCall: fc.integer({ min: 1, max: 25 }),
  isCarriedOut: fc.boolean(),
});
const work = { kind: fc.constant("work" as const), worker: fc.nat(1) };
const quiet: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("publish" as const),
      event: fc.oneof(
        { weight: 10, arbitrary: fc.constant("ADD" as const) },
        { weight: 1, arbitrary: fc.constant("POISON" as const) },
        { weight: 1, arbitrary: fc.constant("CLOSE" as const) },
      ),
      subject: fc.constantFrom(...SUBJECTS),
      fails: fc.integer({ min: 0, max: FAILURES_MAX }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("redeliver" as const), at: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ ...work, ms: fc.integer({ min: 0, max: 20_000 }) }) },
);
const deadly: fc.Arbitrary<Action> = fc.record({
  ...work,
  ms: fc.integer({ min: 0, max: 20_000 }),
  death,
});
/** Some deaths at any places among the rest. */
const actions = fc
  .tuple(
    fc.array(quiet, { minLength: 1, maxLength: 40 }),
    fc.array(fc.tuple(fc.nat(40), deadly), { minLength: 1, maxLength: DEATHS_MAX }),
  )
  .map(([calm, deaths]) => {
    const all = [...calm];
    for (const [at, dying] of deaths) all.splice(at, 0, dying);
    return all;
  });

/** Two workers over one database; each that dies has an heir. */
function openHouse(failuresLeft: Map<number, number>, options: MemoryEngineOptions) {
  const clock = simulatedClock();
  const database = createMemoryDatabase({ clock });
  const project = flakyCounterProject(ATTEMPTS_MAX, failuresLeft);
  let born = 0;
  const bear = () => {
    born += 1;
    return createMortalEngine(project, { ...options, clock, database, workerId: `w-${born}` });
  };
  const workers: MortalEngine[] = [bear(), bear()];
  return {
    async work(at: number, ms: number, dying?: Death): Promise<void> {
      const worker = workers[at] ?? bear();
      if (dying !== undefined) worker.dieAt(dying);
      if (!(await worker.live((engine) => engine.advance(ms)))) workers[at] = bear();
    },
    /** For looking around and publishing; it never works. */
    bystander: createMortalEngine(project, { clock, database, workerId: "bystander" }).engine,
  };
}

describe("any interleaving of envelopes, redeliveries, failures and workers that die anywhere", () => {
  it("handles each envelope once, in order per subject, and ends as a model says", async () => {
    await fc.assert(
      fc.asyncProperty(actions, async (played) => {
        const failuresLeft = new Map<number, number>();
        const processed: string[] = [];
        const house = openHouse(failuresLeft, {
          onResult: (result) => {
            if (result.kind !== "committed" || result.work.kind !== "delivery") return;
            if (result.plan.outcome !== "processed") return;
            processed.push(JSON.parse(result.work.delivery.envelope).id);
          },
        });
        const { bystander } = house;
        const sent: Envelope[] = [];
        const published: PublishedEvent[] = [];
        for (const [n, action] of played.entries()) {
          if (action.kind === "publish") {
            const { event, subject, fails } = action;
            if (event === "ADD") failuresLeft.set(n, fails);
            const envelope = command(event, n, subject);
            sent.push(envelope);
            published.push({ event, subject, n });
            await bystander.publish("in", envelope);
          } else if (action.kind === "redeliver") {
            const envelope = sent[action.at];
            if (envelope !== undefined) await bystander.publish("in", envelope);
          } else await house.work(action.worker, action.ms, action.death);
        }
        for (let turn = 0; turn < TURNS_MAX; turn += 1) {
          await house.work(turn % 2, ANY_WAIT_MS);
          if ((await bystander.inspect.deliveries()).length === 0) break;
        }

        expect(await bystander.inspect.deliveries()).toEqual([]);
        expect(new Set(processed).size).toBe(processed.length);
        const letters = await bystander.inspect.letters();
        for (const [subject, expected] of expectedCounters(published)) {
          expect([subject, (await seenBy(bystander, subject)) ?? []]).toEqual([
            subject,
            expected.seen,
          ]);
          const own = letters.filter((letter) => letter.subject === subject);
          expect([subject, own.length]).toEqual([subject, expected.letters]);
          const history = await bystander.inspect.history({ machineId: "counter", subject });
          expect(history.map(({ revision }) => revision)).toEqual(
            history.map((_step, at) => at + 1),
          );
        }
      }),
      { numRuns: 60 },
    );
  }, 120_000);
});
