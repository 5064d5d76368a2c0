import { describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { StoreUnavailableError } from "../kernel/errors.ts";
import { readGolden } from "../testing/golden.ts";
import { createMemoryEngine, type MemoryEngine } from "../testing/memory-engine.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";
import { ANY_WAIT_MS, command, counterEngine, counterProject, seenBy } from "./counter.ts";
import { go, jobProject } from "./jobs.ts";

interface DispatcherCase {
  readonly name: string;
  readonly outcome?: string;
  readonly sequence?: readonly string[];
  readonly attempts?: number;
  readonly dead_letters?: number;
  readonly pending_after?: number;
}

const { cases } = readGolden<{ cases: readonly DispatcherCase[] }>("dispatcher_vectors");
const upTo = (count: number) => Array.from({ length: count }, (_n, index) => index);

/** What became of an envelope, try by try, until nothing is left to do or three tries are over. */
async function sequenceOf(engine: MemoryEngine, envelope = command("POISON")): Promise<string[]> {
  const outcomes: string[] = [await engine.handle(envelope, "in")];
  for (const _try of [2, 3]) {
    const { ordered } = await engine.advance(2_000);
    outcomes.push(...ordered.map(([, outcome]) => outcome));
  }
  return outcomes;
}

/** An engine whose stores refuse what a test says. */
function refusing(refuses: (letters: number) => boolean): MemoryEngine {
  return counterEngine(
    {},
    {
      wrapStores: (stores) => ({
        ...stores,
        lanes: {
          ...stores.lanes,
          commit: async (commits) => {
            const letters = commits.flatMap(({ deadLetters }) => deadLetters).length;
            if (refuses(letters)) throw new StoreUnavailableError("commit steps");
            return stores.lanes.commit(commits);
          },
        },
      }),
    },
  );
}

const throwing = {
  dedupKey: () => {
    throw new Error("no key");
  },
};

/** Data too deep to be walked is found when the envelope is decoded, before a route is looked for. */
const OURS: Readonly<Record<string, string>> = {
  "redactor cannot walk payload": "dead_lettered:corrupt",
};

/** What each row of the table says of this engine; what it expects is the table's own. */
const RUNS: Readonly<Record<string, (row: DispatcherCase) => Promise<unknown>>> = {
  processed: async () => {
    const engine = counterEngine();
    const outcome = await engine.handle(command("ADD", 1));
    expect(await engine.inspect.deliveries()).toEqual([]);
    return outcome;
  },
  "same id again with inbox": async () => {
    const engine = counterEngine();
    const first = command("ADD", 1);
    await engine.handle(first);
    const before = await engine.findInstance("counter", "k");
    const outcome = await engine.handle(first);
    expect(await engine.findInstance("counter", "k")).toEqual(before);
    return outcome;
  },
  "same id with raised xsmattempt": async () => {
    const engine = counterEngine();
    const first = command("ADD", 1);
    await engine.handle(first);
    return engine.handle({ ...first, extensions: { xsmattempt: 9 } });
  },
  "redelivery of the event that finished the instance": async () => {
    const engine = counterEngine();
    const close = command("CLOSE");
    await engine.handle(close);
    return engine.handle(close);
  },
  "new event for a finished instance": async ({ attempts }) => {
    const engine = counterEngine();
    await engine.handle(command("CLOSE"));
    const outcome = await engine.handle(command("ADD"));
    expect(await engine.openLetters()).toMatchObject([{ attempts }]);
    return outcome;
  },
  "no subject": () => counterEngine().handle(command("ADD", 1, null)),
  "data is an array": () =>
    counterEngine().handle(
      createEnvelope({ type: "xsm.counter.ADD", source: "/a", subject: "k", data: [1] }),
    ),
  "unknown type, on_unknown=ignore": async ({ dead_letters }) => {
    const engine = createMemoryEngine(counterProject({}, "ignore"));
    const outcome = await engine.handle(command("NEVER"), "in");
    expect(await engine.openLetters()).toHaveLength(dead_letters ?? Number.NaN);
    return outcome;
  },
  "lookup raises KeyError": () => counterEngine().handle(command("NEVER"), "in"),
  "lookup raises anything else, max_attempts 3": async ({ pending_after }) => {
    const engine = counterEngine(throwing);
    const outcomes = await sequenceOf(engine, command("ADD"));
    expect(await engine.inspect.deliveries()).toHaveLength(pending_after ?? Number.NaN);
    return outcomes;
  },
  "machine action fails, max_attempts 3": async () => {
    const engine = counterEngine();
    const poison = command("POISON");
    const outcomes = await sequenceOf(engine, poison);
    expect(await engine.openLetters()).toMatchObject([
      {
        reason: "max_attempts",
        attempts: 3,
        envelopeId: poison.id,
        topic: "in",
        structureHash: expect.stringMatching(/^sha256:/),
      },
    ]);
    expect((await engine.openLetters())[0]?.errors[0]?.message).toBe("poison");
    return outcomes;
  },
  "dead-letter store down": async ({ pending_after }) => {
    const engine = refusing((letters) => letters > 0);
    const outcomes = await sequenceOf(engine);
    expect(await engine.inspect.deliveries()).toHaveLength(pending_after ?? Number.NaN);
    expect(await engine.inspect.letters()).toEqual([]);
    // Past the last try it is offered to the store again and again.
    expect(new Set(outcomes)).toEqual(new Set(["retry"]));
    return outcomes.slice(0, 3);
  },
  "state store / inbox raises StoreError from outside the machine": async () => {
    const engine = refusing(() => true);
    const outcome = await engine.handle(command("ADD"));
    expect(await engine.inspect.deliveries()).toMatchObject([{ attempts: 0 }]);
    return outcome;
  },
  "key_for raises for subject bad only, 3 good + 3 bad interleaved, max_attempts 2": async () => {
    const engine = counterEngine({
      attemptsMax: 2,
      dedupKey: ({ id, subject }) => {
        if (subject === "bad") throw new Error("no key");
        return id;
      },
    });
    for (const n of upTo(3)) {
      await engine.publish("in", command("ADD", n, "good"), command("ADD", n, "bad"));
    }
    await engine.advance(ANY_WAIT_MS);
    expect(await seenBy(engine, "good")).toEqual([0, 1, 2]);
    expect(await engine.openLetters()).toHaveLength(3);
    expect(await engine.inspect.deliveries()).toEqual([]);
  },
  "900 envelopes over 10 subjects + 100 duplicates, max_in_flight 4": async () => {
    const envelopes = upTo(900).map((n) => command("ADD", Math.floor(n / 10), `k-${n % 10}`));
    const engine = counterEngine({}, { concurrency: 4 });
    await engine.publish("in", ...envelopes, ...envelopes.filter((_envelope, n) => n % 9 === 0));
    expect(await engine.runUntilQuiet()).toMatchObject({
      processed: 900,
      duplicates: 100,
      deadLettered: 0,
      retried: 0,
    });
    for (const subject of upTo(10)) expect(await seenBy(engine, `k-${subject}`)).toEqual(upTo(90));
  },
  "40 deliveries, 8 subjects, max_in_flight 3": async () => {
    const clock = simulatedClock();
    const underWay: string[] = [];
    let most = 0;
    const engine = createMemoryEngine(
      jobProject(async ({ subject, signal }) => {
        expect(underWay).not.toContain(subject);
        most = Math.max(most, underWay.push(subject));
        await clock.sleep(10, signal);
        underWay.splice(underWay.indexOf(subject), 1);
      }),
      { clock, concurrency: 3 },
    );
    await engine.publish("in", ...upTo(40).map((n) => go(`s-${n % 8}`)));
    await engine.advance(ANY_WAIT_MS);
    expect(most).toBe(3);
  },
  "12 subjects x 15 with 4 interleaved duplicates each and 3 poison, max_in_flight 8, max_attempts 2":
    async () => {
      const engine = counterEngine({ attemptsMax: 2 }, { concurrency: 8 });
      for (const n of upTo(15)) {
        for (const subject of upTo(12)) {
          const envelope = command("ADD", n, `k-${subject}`);
          await engine.publish("in", envelope);
          if (n % 4 === 1) await engine.publish("in", envelope);
          if (n === 7 && subject < 3)
            await engine.publish("in", command("POISON", n, `k-${subject}`));
        }
      }
      await engine.advance(ANY_WAIT_MS);
      for (const subject of upTo(12))
        expect(await seenBy(engine, `k-${subject}`)).toEqual(upTo(15));
      expect(await engine.openLetters()).toHaveLength(3);
      expect(await engine.inspect.deliveries()).toEqual([]);
    },
  "attempt table after concurrent bump/forget": async () => {
    const engine = counterEngine({ attemptsMax: 2 });
    const subjects = upTo(20).map((n) => `k-${n}`);
    await engine.publish("in", ...subjects.map((subject) => command("POISON", 1, subject)));
    await engine.publish("in", ...subjects.map((subject) => command("ADD", 1, subject)));
    await engine.advance(ANY_WAIT_MS);
    expect(await engine.openLetters()).toHaveLength(20);
    expect(await engine.inspect.deliveries()).toEqual([]);
  },
  "ctor max_in_flight=0": async () => {
    expect(() => counterEngine({}, { concurrency: 0 })).toThrow("concurrency must be");
  },
  "ctor max_attempts=0": async () => {
    expect(() => counterProject({ attemptsMax: 0 })).toThrow("attemptsMax must be");
  },
  "ctor on_unknown='drop'": async () => {
    expect(() => counterProject({}, "drop" as never)).toThrow("onUnknown must be");
  },
  "redactor cannot walk payload": async () => {
    const engine = counterEngine();
    const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
    const text = `{"specversion":"1.0","id":"e-1","type":"never","source":"/a","subject":"k","data":${deep}}`;
    const outcome = await engine.handle(text, "in");
    const [letter] = await engine.openLetters();
    expect(letter?.envelope).toEqual({
      id: "e-1",
      type: "never",
      source: "/a",
      subject: "k",
      data: { _unrecorded: expect.any(String) },
    });
    return outcome;
  },
};

describe("the dispatcher's table of outcomes", () => {
  it("is run as a whole, and nothing else", () => {
    expect(Object.keys(RUNS).sort()).toEqual(cases.map(({ name }) => name).sort());
  });

  it.each(cases)("$name", async (row) => {
    const found = await RUNS[row.name]?.(row);

    expect(found).toEqual(OURS[row.name] ?? row.outcome ?? row.sequence);
  });
});
