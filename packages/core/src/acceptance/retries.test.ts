import { describe, expect, it } from "vitest";
import { assign } from "xstate";
import type { LogicArgs, ServiceCall } from "../charts/logic.ts";
import { CommitConflictError } from "../engine/errors.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";
import { simulatedClock } from "../testing/simulated-clock.ts";
import { ANY_WAIT_MS, command, counter, counterEngine, seenBy } from "./counter.ts";
import { go, jobProject } from "./jobs.ts";

describe("an envelope whose step throws", () => {
  it("is tried again after a wait that doubles, never at once [RTY-04]", async () => {
    const clock = simulatedClock();
    const startedAtMs = clock.now().getTime();
    const triedAtMs: number[] = [];
    const engine = counterEngine(
      {
        attemptsMax: 4,
        logic: {
          actions: {
            ...counter.logic.actions,
            throw: assign(() => {
              triedAtMs.push(clock.now().getTime() - startedAtMs);
              throw new Error("poison");
            }),
          },
        },
      },
      { clock },
    );
    await engine.handle(command("POISON"));
    await engine.runUntilQuiet();
    await engine.runUntilQuiet();
    expect(triedAtMs).toEqual([0]);

    await engine.advance(ANY_WAIT_MS);

    // The engine in memory always draws the longest wait: 200, 400 and 800 ms.
    expect(triedAtMs).toEqual([0, 200, 600, 1_400]);
    expect(await engine.openLetters()).toMatchObject([{ reason: "max_attempts", attempts: 4 }]);
  });
});

describe("a commit that somebody else was quicker than", () => {
  /** An engine whose commits with steps meet so many conflicts first. */
  const contested = (conflicts: number) => {
    const clock = simulatedClock();
    const calls: string[] = [];
    let left = conflicts;
    const work = async ({ subject }: ServiceCall) => void calls.push(subject);
    const engine = createMemoryEngine(jobProject(work), {
      clock,
      wrapStores: (stores) => ({
        ...stores,
        lanes: {
          ...stores.lanes,
          commit: async (steps) => {
            const isStep = steps.some(({ instance }) => instance !== undefined);
            if (isStep && left > 0) {
              left -= 1;
              throw new CommitConflictError("instance job/s-1", 1, 0);
            }
            return stores.lanes.commit(steps);
          },
        },
      }),
    });
    return { engine, calls, left: () => left };
  };

  it.each([1, 2, 3, 5, 20])(
    "is planned anew on what is stored, as often as it takes (%i), with no try counted and each call made once [RTY-05]",
    async (conflicts) => {
      const { engine, calls, left } = contested(conflicts);
      await engine.publish("in", go("s-1"));
      // A run gives a piece of work some tries, and leaves it to the next one then; a worker looks again by itself.
      for (let run = 0; run < conflicts; run += 1) await engine.advance(ANY_WAIT_MS);

      expect(left()).toBe(0);
      expect(calls).toEqual(["s-1"]);
      expect((await engine.findInstance("job", "s-1"))?.context).toEqual({ asked: 1, done: 1 });
      expect(await engine.inspect.letters()).toEqual([]);
      expect(await engine.inspect.deliveries()).toEqual([]);
    },
  );

  it("may run an action once more, and its first result is nowhere [RTY-05]", async () => {
    let runs = 0;
    let isContested = true;
    const engine = counterEngine(
      {
        logic: {
          actions: {
            ...counter.logic.actions,
            append: assign({
              seen: ({ context, event }: LogicArgs) => {
                runs += 1;
                return [...context.seen, event.payload.n];
              },
            }),
          },
        },
      },
      {
        wrapStores: (stores) => ({
          ...stores,
          lanes: {
            ...stores.lanes,
            commit: async (steps) => {
              if (!isContested) return stores.lanes.commit(steps);
              isContested = false;
              throw new CommitConflictError("instance counter/k", 1, 0);
            },
          },
        }),
      },
    );
    await engine.handle(command("ADD", 7));
    await engine.advance(ANY_WAIT_MS);
    expect(runs).toBe(2);
    expect(await seenBy(engine)).toEqual([7]);
  });
});
