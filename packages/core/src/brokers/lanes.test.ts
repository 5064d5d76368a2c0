import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLanes } from "./lanes.ts";

describe("lanes", () => {
  it("let one item of each lane out at a time, in order, and take turns", () => {
    const lanes = createLanes<string>();
    for (const item of ["a1", "a2", "b1", "a3", "b2"]) lanes.add(item.slice(0, 1), item);
    expect([lanes.take(0), lanes.take(0), lanes.take(0)]).toEqual(["a1", "b1", undefined]);
    lanes.free("b");
    lanes.free("a");
    expect([lanes.take(0), lanes.take(0), lanes.size()]).toEqual(["b2", "a2", 1]);
  });

  it("keep what was put back before all else of its lane, until its time", () => {
    const lanes = createLanes<string>();
    for (const item of ["a1", "a2", "b1"]) lanes.add(item.slice(0, 1), item);
    lanes.take(0);
    lanes.putBack("a", "a1", 100);
    expect(lanes.nextDueMs()).toBe(100);
    expect([lanes.take(99), lanes.take(99)]).toEqual(["b1", undefined]);
    expect([lanes.take(100), lanes.nextDueMs()]).toEqual(["a1", undefined]);
  });

  it("lose nothing, double nothing and keep each lane's order, whatever is done with them", () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant("add" as const), lane: fc.integer({ min: 0, max: 4 }) }),
      fc.record({ kind: fc.constant("take" as const) }),
      fc.record({ kind: fc.constant("back" as const), delayMs: fc.integer({ min: 0, max: 3 }) }),
      fc.record({ kind: fc.constant("free" as const) }),
      fc.record({ kind: fc.constant("wait" as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const lanes = createLanes<{ lane: string; n: number }>();
        const out: { lane: string; n: number }[] = [];
        const done = new Map<string, number>();
        let nowMs = 0;
        let added = 0;
        let freed = 0;
        const free = () => {
          const item = out.shift();
          if (item === undefined) return;
          expect(item.n).toBeGreaterThan(done.get(item.lane) ?? -1);
          done.set(item.lane, item.n);
          lanes.free(item.lane);
          freed += 1;
        };
        const take = () => {
          const item = lanes.take(nowMs);
          if (item === undefined) return false;
          expect(out.some(({ lane }) => lane === item.lane)).toBe(false);
          out.push(item);
          return true;
        };
        for (const one of steps) {
          if (one.kind === "add") {
            lanes.add(`${one.lane}`, { lane: `${one.lane}`, n: added });
            added += 1;
          } else if (one.kind === "take") take();
          else if (one.kind === "back") {
            const item = out.shift();
            if (item !== undefined) lanes.putBack(item.lane, item, nowMs + one.delayMs);
          } else if (one.kind === "free") free();
          else nowMs += 1;
          expect(lanes.size() + out.length + freed).toBe(added);
        }
        nowMs += 10;
        while (take() || out.length > 0) free();
        expect(freed).toBe(added);
      }),
    );
  });
});
