import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Envelope } from "../envelope/envelope.ts";
import { createMemoryEngine, type MemoryEngine } from "../testing/memory-engine.ts";
import { ANY_WAIT_MS, command, seenBy } from "./counter.ts";
import {
  type CounterEvent,
  expectedCounters,
  flakyCounterProject,
  type PublishedEvent,
} from "./counter-model.ts";

const SUBJECTS = ["a", "b", "c"] as const;
const ATTEMPTS_MAX = 4;
/** More than all tries of all that is published. */
const TURNS_MAX = 250;

/** What happens, in order: something is published, comes again, or somebody works. */
type Action =
  | {
      readonly kind: "publish";
      readonly event: CounterEvent;
      readonly subject: string;
      readonly fails: number;
    }
  | { readonly kind: "redeliver"; readonly at: number }
  | { readonly kind: "run"; readonly worker: number }
  | { readonly kind: "advance"; readonly ms: number };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("publish" as const),
      event: fc.oneof(
        { weight: 8, arbitrary: fc.constant("ADD" as const) },
        { weight: 2, arbitrary: fc.constant("POISON" as const) },
        { weight: 1, arbitrary: fc.constant("CLOSE" as const) },
      ),
      subject: fc.constantFrom(...SUBJECTS),
      fails: fc.integer({ min: 0, max: ATTEMPTS_MAX - 1 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("redeliver" as const), at: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("run" as const), worker: fc.nat(1) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("advance" as const),
      ms: fc.integer({ min: 1, max: 5_000 }),
    }),
  },
);

describe("any interleaving of envelopes, redeliveries, failures, workers and time", () => {
  it("handles each envelope once, in order per subject, and ends as a model says", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 60 }), async (actions) => {
        const failuresLeft = new Map<number, number>();
        const processed: string[] = [];
        const project = flakyCounterProject(ATTEMPTS_MAX, failuresLeft);
        const first = createMemoryEngine(project, {
          workerId: "w-0",
          onResult: (result) => note(result, processed),
        });
        const { clock, database } = first;
        const second = createMemoryEngine(project, {
          workerId: "w-1",
          clock,
          database,
          onResult: (result) => note(result, processed),
        });
        const published = await play(actions, [first, second], failuresLeft);
        for (let turn = 0; turn < TURNS_MAX; turn += 1) {
          await Promise.all([first.runUntilQuiet(), second.runUntilQuiet()]);
          if ((await first.inspect.deliveries()).length === 0) break;
          await (turn % 2 === 0 ? first : second).advance(ANY_WAIT_MS);
        }

        expect(await first.inspect.deliveries()).toEqual([]);
        expect(new Set(processed).size).toBe(processed.length);
        for (const [subject, expected] of expectedCounters(published)) {
          const seen = (await seenBy(first, subject)) ?? [];
          expect([subject, seen]).toEqual([subject, expected.seen]);
          const letters = (await first.inspect.letters()).filter(
            (letter) => letter.subject === subject,
          );
          expect([subject, letters.length]).toEqual([subject, expected.letters]);
        }
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});

function note(
  result: Parameters<NonNullable<Parameters<typeof createMemoryEngine>[1]>["onResult"] & {}>[0],
  processed: string[],
): void {
  if (result.kind !== "committed" || result.work.kind !== "delivery") return;
  if (result.plan.outcome === "processed") {
    processed.push(JSON.parse(result.work.delivery.envelope).id);
  }
}

/** @returns what was published, each envelope once */
async function play(
  actions: readonly Action[],
  engines: readonly MemoryEngine[],
  failuresLeft: Map<number, number>,
) {
  const [first] = engines as readonly [MemoryEngine];
  const sent: Envelope[] = [];
  const published: PublishedEvent[] = [];
  for (const [n, next] of actions.entries()) {
    if (next.kind === "publish") {
      const { event, subject, fails } = next;
      if (event === "ADD") failuresLeft.set(n, fails);
      const envelope = command(event, n, subject);
      sent.push(envelope);
      published.push({ event, subject, n });
      await first.publish("in", envelope);
    } else if (next.kind === "redeliver") {
      const envelope = sent[next.at];
      if (envelope !== undefined) await first.publish("in", envelope);
    } else if (next.kind === "run") await engines[next.worker]?.runOnce();
    else await first.advance(next.ms);
  }
  return published;
}
