import { describe, expect, it } from "vitest";
import { groupCalls, upToWeight } from "./group-calls.ts";

/** Numbers that are answered with their tenfold; a negative one is a fault of its own. */
function openScene(weightMax = 3, groupsMax = 1) {
  const groups: (readonly number[])[] = [];
  const gates: ((error?: Error) => void)[] = [];
  const call = groupCalls<number, number>({
    run: (items) =>
      new Promise((resolve, reject) => {
        groups.push(items);
        gates.push((error) => {
          if (error !== undefined) reject(error);
          else if (items.some((item) => item < 0)) reject(new RangeError("below zero"));
          else resolve(items.map((item) => item * 10));
        });
      }),
    choose: upToWeight(() => 1, weightMax),
    groupsMax,
    isShared: (error) => error instanceof TypeError,
  });
  const next = async (error?: Error) => {
    await new Promise(setImmediate);
    gates.shift()?.(error);
    await new Promise(setImmediate);
  };
  return { call, groups, next };
}

describe("groupCalls", () => {
  it("does together what one turn brings, in order, and answers each", async () => {
    const { call, groups, next } = openScene();
    const all = Promise.all([call(1), call(2), call(3)]);
    await next();
    expect([groups, await all]).toEqual([[[1, 2, 3]], [10, 20, 30]]);
  });

  it("lets what comes meanwhile wait, and takes no more of it than weighs so much", async () => {
    const { call, groups, next } = openScene();
    const first = call(1);
    await new Promise(setImmediate);
    const others = Promise.all([2, 3, 4, 5].map(call));
    for (let left = 3; left > 0; left -= 1) await next();
    expect(await first).toBe(10);
    expect(await others).toEqual([20, 30, 40, 50]);
    expect(groups).toEqual([[1], [2, 3, 4], [5]]);
  });

  it("has several groups under way where it may", async () => {
    const { call, groups, next } = openScene(3, 2);
    const all = [call(1)];
    await new Promise(setImmediate);
    all.push(call(2));
    await new Promise(setImmediate);
    all.push(call(3));
    await new Promise(setImmediate);
    expect(groups).toEqual([[1], [2]]);
    for (let left = 3; left > 0; left -= 1) await next();
    expect(await Promise.all(all)).toEqual([10, 20, 30]);
  });

  it("lets one that is too heavy go by itself", async () => {
    const { call, groups, next } = openScene(0);
    const all = Promise.all([call(1), call(2)]);
    await next();
    await next();
    expect([groups, await all]).toEqual([
      [[1], [2]],
      [10, 20],
    ]);
  });

  it("does each alone where one of them fails, so that only that one does", async () => {
    const { call, groups, next } = openScene();
    const all = Promise.allSettled([call(1), call(-2), call(3)]);
    for (let left = 4; left > 0; left -= 1) await next();
    expect(await all).toMatchObject([
      { value: 10 },
      { reason: { message: "below zero" } },
      { value: 30 },
    ]);
    expect(groups).toEqual([[1, -2, 3], [1], [-2], [3]]);
  });

  it("tells everybody of what is everybody's", async () => {
    const { call, groups, next } = openScene();
    const all = Promise.allSettled([call(1), call(2)]);
    await next(new TypeError("gone"));
    expect(await all).toMatchObject([
      { reason: { message: "gone" } },
      { reason: { message: "gone" } },
    ]);
    expect(groups).toHaveLength(1);
  });
});
