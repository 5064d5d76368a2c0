import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOffsetCommits } from "./offset-commits.ts";

/** A broker that answers when it is told to. */
function slowBroker() {
  const sent: (readonly (readonly [number, number])[])[] = [];
  const answers: ((error?: Error) => void)[] = [];
  const commits = createOffsetCommits(
    (offsets) =>
      new Promise((resolve, reject) => {
        sent.push([...offsets]);
        answers.push((error) => (error === undefined ? resolve() : reject(error)));
      }),
  );
  /** Answer the request that is out, and let what follows begin. */
  const answer = async (error?: Error) => {
    answers.shift()?.(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { commits, sent, answer };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("commits of offsets [BRK-30]", () => {
  it("go one request at a time; what comes meanwhile goes along with the next, the latest a partition", async () => {
    const { commits, sent, answer } = slowBroker();
    const done: string[] = [];
    void commits.commit(0, 5).then(() => done.push("first"));
    await settle();
    void commits.commit(0, 7).then(() => done.push("second"));
    void commits.commit(1, 2).then(() => done.push("third"));
    void commits.commit(0, 6).then(() => done.push("fourth"));
    await settle();
    expect(commits.isBusy()).toBe(true);
    expect([sent, done]).toEqual([[[[0, 5]]], []]);
    await answer();
    expect(done).toEqual(["first"]);
    expect(sent.slice(1)).toEqual([
      [
        [0, 7],
        [1, 2],
      ],
    ]);
    await answer();
    await commits.idle();
    expect(done).toEqual(["first", "second", "third", "fourth"]);
    expect(commits.isBusy()).toBe(false);
  });

  it("that fail are told to those who wait for them, and the next goes out all the same", async () => {
    const { commits, sent, answer } = slowBroker();
    const first = expect(commits.commit(0, 5)).rejects.toThrow("gone");
    await settle();
    const second = commits.commit(0, 6);
    await answer(new Error("gone"));
    await first;
    await answer();
    await second;
    expect(sent).toEqual([[[0, 5]], [[0, 6]]]);
  });

  it("of a partition that is somebody else's now are not sent, and hold nobody up", async () => {
    const { commits, sent, answer } = slowBroker();
    void commits.commit(0, 5);
    await settle();
    const given = commits.commit(1, 9);
    const kept = commits.commit(0, 6);
    commits.forget(1);
    await answer();
    await answer();
    await Promise.all([given, kept, commits.idle()]);
    expect(sent).toEqual([[[0, 5]], [[0, 6]]]);
  });

  it("never go back, and end at the highest offset asked for", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2), fc.nat(9)), { minLength: 1, maxLength: 40 }),
        async (steps) => {
          const last = new Map<number, number>();
          const reached = new Map<number, number>();
          const commits = createOffsetCommits(async (offsets) => {
            await settle();
            for (const [partition, offset] of offsets) {
              expect(offset).toBeGreaterThanOrEqual(last.get(partition) ?? 0);
              last.set(partition, offset);
            }
          });
          const waits = steps.map(([partition, by]) => {
            const offset = (reached.get(partition) ?? 0) + by;
            reached.set(partition, offset);
            return commits.commit(partition, offset);
          });
          await Promise.all(waits);
          expect(last).toEqual(reached);
        },
      ),
    );
  });
});
