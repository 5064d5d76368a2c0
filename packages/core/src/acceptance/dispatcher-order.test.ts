import { describe, expect, it } from "vitest";
import { assign } from "xstate";
import type { ServiceCall } from "../charts/logic.ts";
import { StoreUnavailableError } from "../kernel/errors.ts";
import { defineProject } from "../projects/define-project.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";
import { ANY_WAIT_MS, command, counter, counterEngine, counterProject, seenBy } from "./counter.ts";
import { go, jobProject } from "./jobs.ts";

const upTo = (count: number) => Array.from({ length: count }, (_n, index) => index);

describe("order and load", () => {
  it("blocks a subject behind what is tried again, and nobody else, and keeps its order [DSP-08]", async () => {
    let broken = true;
    const engine = counterEngine({
      logic: {
        actions: {
          ...counter.logic.actions,
          throw: assign(() => {
            if (broken) throw new Error("not yet");
            return {};
          }),
        },
      },
    });
    await engine.publish("in", command("POISON", 0, "a"), command("ADD", 1, "a"));
    await engine.publish("in", command("ADD", 2, "a"), command("ADD", 9, "b"));

    expect(await engine.runOnce()).toMatchObject({ processed: 1, retried: 1 });
    expect(await seenBy(engine, "b")).toEqual([9]);
    expect(await engine.findInstance("counter", "a")).toBeUndefined();
    broken = false;
    await engine.advance(ANY_WAIT_MS);

    expect(await seenBy(engine, "a")).toEqual([0, 1, 2]);
  });

  it("leaves no trace of a failed step: no snapshot, no receipt, nothing published [DSP-09][INB-15][TRB-18]", async () => {
    const engine = counterEngine();
    await engine.handle(command("ADD", 1));
    await engine.handle(command("POISON", 2));

    expect(await engine.findInstance("counter", "k")).toMatchObject({ revision: 1 });
    expect(engine.database.receipts.rows()).toHaveLength(1);
    expect(
      (await engine.inspect.events()).filter(({ direction }) => direction === "published"),
    ).toEqual([]);
    await engine.advance(ANY_WAIT_MS);
    await engine.handle(command("ADD", 3));
    expect(await seenBy(engine)).toEqual([1, 3]);
  });

  it("handles at most 1,000 envelopes in a run, or as many as allowed [DSP-06]", async () => {
    const envelopes = upTo(1_003).map((n) => command("ADD", n, `k-${n % 40}`));
    const engine = counterEngine();
    await engine.publish("in", ...envelopes);
    expect(await engine.runOnce()).toMatchObject({ processed: 1_000 });
    expect(await engine.runOnce()).toMatchObject({ processed: 3 });

    const few = counterEngine({}, { deliveriesMax: 2 });
    await few.publish("in", ...envelopes.slice(0, 5));
    expect(await few.runOnce()).toMatchObject({ processed: 2 });
    expect(await few.runUntilQuiet()).toMatchObject({ processed: 3 });
  });

  it("takes 900 envelopes over 10 subjects and 100 redeliveries: each once, in order, none lost [DSP-26]", async () => {
    const envelopes = upTo(900).map((n) => command("ADD", Math.floor(n / 10), `k-${n % 10}`));
    const engine = counterEngine({}, { concurrency: 4 });
    await engine.publish("in", ...envelopes, ...envelopes.filter((_envelope, n) => n % 9 === 0));

    const result = await engine.runUntilQuiet();

    expect(result).toMatchObject({ processed: 900, duplicates: 100, deadLettered: 0, retried: 0 });
    for (const subject of upTo(10)) {
      expect(await seenBy(engine, `k-${subject}`)).toEqual(upTo(90));
    }
  });

  it("keeps order and once-only beside poison and interleaved duplicates [DSP-27]", async () => {
    const engine = counterEngine({ attemptsMax: 2 });
    for (const n of upTo(15)) {
      for (const subject of upTo(12)) {
        const envelope = command("ADD", n, `k-${subject}`);
        await engine.publish("in", envelope);
        if (n % 4 === 3) await engine.publish("in", envelope);
        if (n === 7 && subject < 3)
          await engine.publish("in", command("POISON", n, `k-${subject}`));
      }
    }

    const first = await engine.runUntilQuiet();
    const rest = await engine.advance(ANY_WAIT_MS);

    expect(first.processed + rest.processed).toBe(180);
    expect(first.duplicates + rest.duplicates).toBe(36);
    expect(rest.deadLettered).toBe(3);
    for (const subject of upTo(12)) {
      expect(await seenBy(engine, `k-${subject}`)).toEqual(upTo(15));
    }
    expect(await engine.inspect.deliveries()).toEqual([]);
  });

  it("does one thing at a time for a subject, and no more calls at once than allowed [DSP-07][DSP-28][SEC-07]", async () => {
    const clock = simulatedClock();
    const underWay = new Set<string>();
    let most = 0;
    const subjects = new Set<string>();
    const service = async ({ subject, signal }: ServiceCall) => {
      expect(underWay.has(subject)).toBe(false);
      underWay.add(subject);
      most = Math.max(most, underWay.size);
      subjects.add(subject);
      await clock.sleep(10, signal);
      underWay.delete(subject);
    };
    const engine = createMemoryEngine(jobProject(service), { clock, concurrency: 3 });
    await engine.publish("in", ...upTo(40).map((n) => go(`s-${n % 8}`)));

    await engine.advance(ANY_WAIT_MS);

    expect(most).toBe(3);
    expect(subjects.size).toBe(8);
    const done = (await engine.inspect.effects()).filter(({ status }) => status === "done");
    expect(done).toHaveLength(40);
  });

  it("does by default what it says: five tries, sixteen calls at once, the id as key, letters for the unknown [DSP-23][CFG-01][SEC-07]", async () => {
    const { attemptsMax: _three, ...byDefault } = counter;
    const engine = createMemoryEngine(
      defineProject({
        name: "defaults",
        topics: ["in", "events"],
        machines: [byDefault],
        routes: ["ADD", "POISON"].map((event) => ({
          topic: "in",
          type: `xsm.counter.${event}`,
          machine: "counter",
        })),
      }),
    );
    await engine.handle(command("POISON"));
    await engine.advance(ANY_WAIT_MS);
    expect(await engine.openLetters()).toMatchObject([{ attempts: 5, subject: "k" }]);
    const add = command("ADD");
    expect(await engine.handle(add)).toBe("processed");
    expect(await engine.handle(add)).toBe("duplicate");
    expect(await engine.handle(command("NEVER"), "in")).toBe("dead_lettered:unknown_event");

    const clock = simulatedClock();
    let most = 0;
    const jobs = createMemoryEngine(
      jobProject(async ({ signal }) => {
        most = Math.max(most, clock.count() + 1);
        await clock.sleep(10, signal);
      }),
      { clock },
    );
    await jobs.publish("in", ...upTo(40).map((n) => go(`s-${n}`)));
    await jobs.advance(ANY_WAIT_MS);
    expect(most).toBe(16);
  });

  it("ends a run only when the calls and side effects it began have ended [DSP-29]", async () => {
    const ended: string[] = [];
    const slowly = (name: string) => async () => {
      await new Promise((resolve) => setImmediate(resolve));
      ended.push(name);
    };
    const engine = createMemoryEngine(
      defineProject({
        name: "notices",
        topics: ["in", "events"],
        machines: [
          {
            chart: {
              id: "notice",
              initial: "idle",
              states: {
                idle: { on: { GO: { target: "sending", actions: ["writeDown"] } } },
                sending: { invoke: { id: "send", src: "send", onDone: "sent" } },
                sent: { type: "final" },
              },
            },
            logic: {
              actions: { writeDown: slowly("writeDown") },
              services: { send: slowly("send") },
            },
          },
        ],
        routes: [{ topic: "in", type: "go", machine: "notice", event: "GO" }],
      }),
    );
    await engine.publish("in", go("n-1"));
    await engine.runOnce();
    expect(ended.sort()).toEqual(["send", "writeDown"]);
    expect((await engine.findInstance("notice", "n-1"))?.states).toEqual(["sent"]);
  });
});

describe("the count of tries", () => {
  const attempt = (envelope: ReturnType<typeof command>, xsmattempt: number) =>
    ({ ...envelope, extensions: { xsmattempt } }) as typeof envelope;

  it("is the store's own, whatever the sender says, and goes with the delivery [DSP-10]", async () => {
    let isBroken = true;
    const engine = counterEngine({
      logic: {
        actions: {
          ...counter.logic.actions,
          throw: assign(() => {
            if (isBroken) throw new Error("not yet");
            return {};
          }),
        },
      },
    });
    const poison = attempt(command("POISON", 1), 1_000);
    expect(await engine.handle(poison)).toBe("retry");
    expect(await engine.inspect.deliveries()).toMatchObject([{ attempts: 1 }]);
    isBroken = false;
    await engine.advance(ANY_WAIT_MS);
    expect(await seenBy(engine)).toEqual([1]);
    expect(await engine.inspect.deliveries()).toEqual([]);

    isBroken = true;
    const others = [command("POISON", 2), poison, command("NEVER")];
    await engine.publish("in", ...others);
    const { retried, duplicates, deadLettered } = await engine.advance(ANY_WAIT_MS);
    expect({ retried, duplicates, deadLettered }).toEqual({
      retried: 2,
      duplicates: 1,
      deadLettered: 2,
    });
    expect(await engine.inspect.deliveries()).toEqual([]);
  });

  it("does not multiply with workers and restarts [DSP-12][LIM-11][SEC-07]", async () => {
    let tries = 0;
    const project = counterProject({
      logic: {
        actions: {
          ...counter.logic.actions,
          throw: assign(() => {
            tries += 1;
            throw new Error("poison");
          }),
        },
      },
    });
    const first = createMemoryEngine(project, { workerId: "w-0" });
    const { clock, database } = first;
    await first.publish("in", command("POISON"));
    for (let round = 0; round < 6; round += 1) {
      // Each round is another life of three workers.
      const workers = [0, 1, 2].map((n) =>
        createMemoryEngine(project, { clock, database, workerId: `w-${n}` }),
      );
      await Promise.all(workers.map((worker) => worker.runUntilQuiet()));
      clock.advance(ANY_WAIT_MS);
    }
    expect(tries).toBe(3);
    expect(await first.openLetters()).toMatchObject([{ reason: "max_attempts", attempts: 3 }]);
  });
});

describe("settings out of bounds", () => {
  it("are refused when an engine is made [DSP-24]", () => {
    expect(() => counterEngine({}, { concurrency: 0 })).toThrow("concurrency must be an integer");
    expect(() => counterEngine({}, { deliveriesMax: 1.5 })).toThrow("deliveriesMax must be an");
    expect(() => counterProject({ attemptsMax: 0 })).toThrow(
      "machines[0].attemptsMax must be an integer of at least 1, got 0",
    );
    expect(() => counterProject({}, "drop" as never)).toThrow("topics[0].onUnknown must be");
  });
});

describe("an outage of the stores", () => {
  const outage = () => new StoreUnavailableError("commit steps");

  it("is nobody's fault: tried again without being counted, processed once they are back [DSP-19][TRB-07][INB-08]", async () => {
    let isDown = true;
    const engine = counterEngine(
      {},
      {
        wrapStores: (stores) => ({
          ...stores,
          lanes: {
            ...stores.lanes,
            load: async (...keys) => {
              if (isDown) throw outage();
              return stores.lanes.load(...keys);
            },
          },
        }),
      },
    );
    const envelope = command("ADD", 1);
    expect(await engine.handle(envelope)).toBe("retry");
    await engine.advance(ANY_WAIT_MS);
    expect(await engine.inspect.deliveries()).toMatchObject([{ attempts: 0 }]);
    expect(await engine.inspect.letters()).toEqual([]);
    isDown = false;
    expect(await engine.advance(ANY_WAIT_MS)).toMatchObject({ processed: 1 });
  });

  it("never loses a letter: what cannot be recorded stays, even at the last try [DSP-20]", async () => {
    let isDown = true;
    const engine = counterEngine(
      {},
      {
        wrapStores: (stores) => ({
          ...stores,
          lanes: {
            ...stores.lanes,
            commit: async (commits) => {
              if (isDown && commits.some((commit) => commit.deadLetters.length > 0)) throw outage();
              return stores.lanes.commit(commits);
            },
          },
        }),
      },
    );
    await engine.handle(command("POISON"));
    await engine.advance(ANY_WAIT_MS);
    expect(await engine.inspect.deliveries()).toHaveLength(1);
    expect(await engine.inspect.letters()).toEqual([]);
    isDown = false;
    await engine.advance(ANY_WAIT_MS);
    expect(await engine.openLetters()).toMatchObject([{ reason: "max_attempts", attempts: 3 }]);
    expect(await engine.inspect.deliveries()).toEqual([]);
  });

  it("of a single write undoes the whole commit, and the work is done once all the same [INB-11][OBX-13][LIM-06]", async () => {
    for (let failing = 1; failing < 200; failing += 1) {
      let writes = 0;
      let isArmed = false;
      const engine = createMemoryEngine(counterProject(), {
        onWrite: () => {
          if (!isArmed) return;
          writes += 1;
          if (writes === failing) throw outage();
        },
      });
      await engine.publish("in", command("ADD", 1), command("CLOSE", 2));
      isArmed = true;
      await engine.runOnce().catch(() => undefined);
      isArmed = false;
      await engine.advance(ANY_WAIT_MS);
      expect(await engine.findInstance("counter", "k")).toMatchObject({
        revision: 2,
        status: "done",
      });
      expect(await seenBy(engine)).toEqual([1]);
      const published = (await engine.inspect.events()).filter(
        ({ direction }) => direction === "published",
      );
      expect(published.map(({ type }) => type)).toEqual(["counter.closed"]);
      expect(await engine.inspect.letters()).toEqual([]);
      if (writes < failing) return; // every write has failed once
    }
    throw new Error("more writes than looked at");
  });
});
