import { describe, expect, it } from "vitest";
import {
  type FeedContractOptions,
  feedBench,
  feedProject,
  partitionOf,
  partsOf,
} from "../testing/feed-contract-stores.ts";
import { UnknownFeedError } from "./errors.ts";

const LEASE_MS = 30_000;

/** What every `FeedLeaseStore` owes a feed. */
export function feedLeasesContract(options: FeedContractOptions): void {
  describe("a lease", () => {
    const bench = feedBench(options);
    const all = partitionOf("all");
    const acquire = (workerId: string, partition = all) =>
      partsOf(bench().under.storesOf(workerId)).leases.acquire(partition, LEASE_MS);

    it("is one worker's at a time, however many ask at once", async () => {
      const names = Array.from({ length: 12 }, (_name, index) => `w-${index}`);
      const fences = await Promise.all(names.map((name) => acquire(name)));
      expect(fences.filter((fence) => fence !== undefined)).toHaveLength(1);
    });

    it("of one feed leaves the others on its topic alone [LEA-14]", async () => {
      await bench().under.register(feedProject({ name: "all" }, { name: "other" }));
      expect(await acquire("first")).toBeDefined();
      expect(await acquire("second")).toBeUndefined();
      expect(await acquire("second", partitionOf("other"))).toBeDefined();
    });

    it("of one partition leaves the others of its feed alone", async () => {
      await bench().under.register(feedProject({ name: "all", partitions: 2 }));
      const two = (partition: number) => partitionOf("all", { partition, partitions: 2 });
      expect(await acquire("first", two(0))).toBeDefined();
      expect(await acquire("second", two(1))).toBeDefined();
    });

    it("runs out when it is not renewed, and passes on under another token [LEA-18]", async () => {
      const { under, leases } = bench();
      const first = await acquire("first");
      await under.passTime(LEASE_MS - 1_000);
      expect(await acquire("second")).toBeUndefined();
      await under.passTime(1_001);
      const second = await acquire("second");

      expect(second).toBeDefined();
      expect(second?.token).not.toBe(first?.token);
      expect(first && (await leases.renew(all, first, LEASE_MS))).toBe(false);
    });

    it("lasts while it is renewed, and late if nobody asked meanwhile", async () => {
      const { under, leases } = bench();
      const fence = await acquire("first");
      await under.passTime(LEASE_MS - 1_000);
      expect(fence && (await leases.renew(all, fence, LEASE_MS))).toBe(true);
      await under.passTime(LEASE_MS - 1_000);
      expect(await acquire("second")).toBeUndefined();
      await under.passTime(LEASE_MS);
      expect(fence && (await leases.renew(all, fence, LEASE_MS))).toBe(true);
      expect(await acquire("second")).toBeUndefined();
    });

    it("is free at once when it is released, which may be repeated and takes nothing from others [LEA-18]", async () => {
      const { leases } = bench();
      const first = await acquire("first");
      if (first === undefined) throw new Error("nobody led, and yet it was refused");
      await leases.release(all, first);
      const second = await acquire("second");
      await leases.release(all, first);

      expect(second).toBeDefined();
      expect(await acquire("third")).toBeUndefined();
      expect(await leases.renew(all, first, LEASE_MS)).toBe(false);
    });

    it("tells of a leader that let it run out, and of the batches begun since, until the cursor moves", async () => {
      const { under, leases, cursors } = bench();
      const lapse = () => under.passTime(LEASE_MS + 1);
      const first = await acquire("first");
      expect(first?.suspectTries).toBeUndefined();
      if (first !== undefined) await leases.release(all, first);
      const second = await acquire("second");
      expect(second?.suspectTries).toBeUndefined(); // let go, as it should be
      await lapse();
      const third = await acquire("third");
      expect(third?.suspectTries).toBe(0);
      if (third === undefined || second === undefined) throw new Error("nobody led");
      const attempt = { after: 0n, tries: 1 };
      expect(await cursors.noteTry(all, { ...attempt, fence: second })).toBe("fenced");
      expect(await cursors.noteTry(all, { ...attempt, fence: third })).toBe("noted");
      await lapse();
      const fourth = await acquire("fourth");
      expect(fourth?.suspectTries).toBe(1);
      await cursors.advance(all, { position: 1n, fence: fourth });
      await lapse();
      const fifth = await acquire("fifth");
      expect(fifth?.suspectTries).toBe(0); // somewhere else
      if (fifth !== undefined) await leases.release(all, fifth);
      expect((await acquire("sixth"))?.suspectTries).toBe(0); // nothing was handed on meanwhile
    });

    it("forgets a suspicion when a failure is noted: whoever notes it lives", async () => {
      const { under, cursors } = bench();
      await acquire("first");
      await under.passTime(LEASE_MS + 1);
      const fence = await acquire("second");
      if (fence === undefined) throw new Error("nobody led");
      await cursors.noteTry(all, { after: 0n, tries: 1, fence });
      const error = { name: "Error", message: "no", at: "2026-01-01T00:00:00Z", attempt: 1 };
      await cursors.noteFailure(all, { after: 0n, error, counts: true, fence });
      await under.passTime(LEASE_MS + 1);
      expect((await acquire("third"))?.suspectTries).toBe(0);
    });

    it("is not given to a worker that knows another number of partitions, nor of a feed nobody knows", async () => {
      expect(await acquire("old", partitionOf("all", { partitions: 2 }))).toBeUndefined();
      await expect(acquire("first", partitionOf("nobody"))).rejects.toThrow(UnknownFeedError);
    });

    it("of several partitions is to be shared among the workers that are alive [LIM-18]", async () => {
      const { under, leases } = bench();
      await under.register(feedProject({ name: "all", partitions: 5 }));
      expect(await leases.fairShare("all")).toBe(5);
      await under.join("first");
      await under.join("second");
      expect(await leases.fairShare("all")).toBe(3);
    });
  });
}
