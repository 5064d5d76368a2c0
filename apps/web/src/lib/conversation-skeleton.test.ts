import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeSkeleton,
  encodeSkeleton,
  lastSeqOf,
  type SkeletonEnvelope,
} from "./conversation-skeleton.ts";

const text = fc.string({ maxLength: 12 });
const row = fc.record({
  seq: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
  id: text,
  type: text,
  source: text,
  topic: text,
  machineId: fc.option(text),
  machineVersion: fc.option(text),
  service: fc.option(text),
  causationId: fc.option(text),
  atMs: fc.integer({ min: 0, max: 4e12 }),
});
/** Positions of one conversation lie closer together than a number can tell. */
const rows = fc.array(row, { maxLength: 30 }).map((made): SkeletonEnvelope[] => {
  const base = made[0]?.seq ?? 0n;
  return made.map((one, at) => ({ ...one, seq: String(base + BigInt(at * 7)) }));
});

describe("a conversation's skeleton", () => {
  it("is read as it was written, whatever ids, causes and clocks are", () => {
    fc.assert(
      fc.property(rows, (written) => {
        const page = encodeSkeleton(written, false);
        expect(decodeSkeleton(JSON.parse(JSON.stringify(page)))).toEqual(written);
        expect(lastSeqOf(page)).toBe(written.at(-1)?.seq ?? "0");
      }),
    );
  });

  it("takes fewer than 70 bytes an envelope", () => {
    const written = Array.from({ length: 10_000 }, (_, at) => ({
      ...{ source: "/warehouse", topic: "events", machineId: null, machineVersion: null },
      ...{ service: "warehouse", type: `stock.level.${at % 12}`, seq: String(5_000_000 + at) },
      id: `0198c6f1-2a5c-7d40-9f0e-${String(at).padStart(12, "0")}`,
      causationId: at === 0 ? null : `0198c6f1-2a5c-7d40-9f0e-${String(at >> 3).padStart(12, "0")}`,
      atMs: 1_796_000_000_000 + at * 13,
    }));
    expect(JSON.stringify(encodeSkeleton(written, false)).length).toBeLessThan(70 * 10_000);
  });
});
