import { describe, expect, it } from "vitest";
import { mayLead } from "./fair-share.ts";

const partitions = (...led: readonly number[]) =>
  [0, 1, 2, 3].map((partition) => ({ partition, isLeading: led.includes(partition) }));

describe("the share of a feed that a worker leads", () => {
  it("grows up to the fair one", () => {
    expect(mayLead(2, partitions(0), 2)).toBe(true);
    expect(mayLead(2, partitions(0, 1), 2)).toBe(false);
  });

  it("is kept up to the fair one, and given up from the highest down", () => {
    expect([0, 1, 2, 3].map((one) => mayLead(one, partitions(0, 1, 2, 3), 2))).toEqual([
      ...[true, true, false, false],
    ]);
    expect(mayLead(3, partitions(3), 1)).toBe(true);
  });
});
