import { describe, expect, it } from "vitest";
import { createDeliveryClaim } from "./delivery-claim.ts";

/** A store whose writes end when the test says so. */
function slowStore() {
  const writes: { ids: readonly string[]; alone: boolean; end: () => void }[] = [];
  return {
    writes,
    holdDeliveries: (ids: readonly string[], alone: boolean) =>
      new Promise<void>((resolve) => writes.push({ ids, alone, end: resolve })),
  };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

describe("the claim of what a worker handles", () => {
  it("is written one after the other, each time with all that is being handled", async () => {
    const store = slowStore();
    const claim = createDeliveryClaim(store);
    const first = claim.begin(["1"]);
    await soon();
    const second = claim.begin(["2"]);
    const third = claim.begin(["3"]);
    await soon();
    expect(store.writes.map(({ ids }) => ids)).toEqual([["1"]]);

    store.writes[0]?.end();
    await first;
    await soon();
    expect(store.writes.map(({ ids }) => ids)).toEqual([["1"], ["1", "2", "3"]]);
    store.writes[1]?.end();
    await Promise.all([second, third]);
  });

  it("no longer names what has ended", async () => {
    const store = slowStore();
    const claim = createDeliveryClaim(store);
    void claim.begin(["1"]);
    await soon();
    store.writes[0]?.end();
    claim.end(["1"]);
    void claim.begin(["2"]);
    await soon();
    expect(store.writes.map(({ ids }) => ids)).toEqual([["1"], ["2"]]);
  });

  it("is written even when the write before it failed", async () => {
    const written: (readonly string[])[] = [];
    let isUp = false;
    const claim = createDeliveryClaim({
      holdDeliveries: async (ids) => {
        if (!isUp) throw new Error("down");
        written.push(ids);
      },
    });
    await expect(claim.begin(["1"])).rejects.toThrow("down");
    isUp = true;
    await claim.begin(["2"]);
    expect(written).toEqual([["1", "2"]]);
  });

  it("is not written again for what a read wrote", async () => {
    const store = slowStore();
    const claim = createDeliveryClaim(store);
    const read = claim.beginRead();
    read.wrote(["1", "2"]);
    await claim.begin(["1", "2"]);
    expect(read.alsoIds).toEqual([]);
    expect(store.writes).toEqual([]);

    const next = claim.beginRead();
    expect(next.alsoIds).toEqual(["1", "2"]);
  });

  it("is written again when another write may have come after the read's", async () => {
    const store = slowStore();
    const claim = createDeliveryClaim(store);
    const read = claim.beginRead();
    void claim.begin(["1"]);
    await soon();
    store.writes[0]?.end();
    await soon();
    read.wrote(["2"]);
    void claim.begin(["2"]);
    await soon();
    expect(store.writes.map(({ ids }) => ids)).toEqual([["1"], ["1", "2"]]);
  });

  it("names a suspect by itself for as long as it is handled", async () => {
    const log: string[] = [];
    const claim = createDeliveryClaim({
      holdDeliveries: async (ids, alone) => void log.push(`${alone ? "alone" : "claim"} [${ids}]`),
    });
    await claim.alone("7", async () => void log.push("handled"));
    expect(log).toEqual(["alone [7]", "handled", "claim []"]);
  });
});
