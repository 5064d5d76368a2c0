import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPartitionProgress } from "./partition-progress.ts";

/** Offsets of one partition, ascending, with gaps. */
const offsets = fc
  .uniqueArray(fc.nat(500), { minLength: 1, maxLength: 60 })
  .map((some) => some.sort((one, other) => one - other));

describe("a partition's progress [BRK-30]", () => {
  it("commits nothing before something was received", () => {
    const progress = createPartitionProgress();
    progress.reached(40);
    expect([progress.committable(), progress.next(), progress.ahead()]).toEqual([undefined, 40, 0]);
  });

  it("commits the contiguous settled prefix, whatever is settled behind it", () => {
    const progress = createPartitionProgress();
    for (const offset of [10, 11, 12, 13]) progress.received(offset);
    progress.settled(11);
    progress.settled(12);
    expect([progress.committable(), progress.ahead()]).toEqual([10, 4]);
    progress.settled(10);
    expect([progress.committable(), progress.ahead()]).toEqual([13, 1]);
    progress.settled(13);
    expect([progress.committable(), progress.ahead(), progress.next()]).toEqual([14, 0, 14]);
  });

  it("never passes an unsettled offset, never goes back, and ends behind the last, in whatever order is settled", () => {
    fc.assert(
      fc.property(
        offsets.chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
            fc.array(fc.boolean(), { minLength: all.length * 2, maxLength: all.length * 2 }),
          ),
        ),
        ([all, order, receivesNext]) => {
          const progress = createPartitionProgress();
          const received: number[] = [];
          const settled = new Set<number>();
          const waiting = [...order];
          let before = -1;
          const check = () => {
            const at = progress.committable();
            if (at === undefined) return expect(received).toEqual([]);
            expect(received.filter((offset) => offset < at && !settled.has(offset))).toEqual([]);
            const first = received.find((offset) => !settled.has(offset));
            expect(at).toBe(first ?? (received.at(-1) ?? 0) + 1);
            expect(at).toBeGreaterThanOrEqual(before);
            before = at;
          };
          for (const receives of [...receivesNext, ...all.map(() => true)]) {
            const next = all[received.length];
            if (receives && next !== undefined) {
              received.push(next);
              progress.received(next);
            } else {
              const at = waiting.findIndex((offset) => received.includes(offset));
              const [offset] = at < 0 ? [] : waiting.splice(at, 1);
              if (offset !== undefined) {
                settled.add(offset);
                progress.settled(offset);
              }
            }
            check();
          }
          for (const offset of waiting) {
            settled.add(offset);
            progress.settled(offset);
            check();
          }
          expect(progress.committable()).toBe((all.at(-1) ?? 0) + 1);
          expect(progress.ahead()).toBe(0);
        },
      ),
    );
  });

  it("a settled offset that comes again, or was never received, changes nothing", () => {
    const progress = createPartitionProgress();
    progress.received(3);
    progress.settled(99);
    progress.settled(3);
    progress.settled(3);
    expect(progress.committable()).toBe(4);
  });
});
