import { describe, expect, it } from "vitest";
import { letterOf } from "../testing/commit-makers.ts";
import {
  type FeedContractOptions,
  feedBench,
  feedProject,
  numbered,
  partitionOf,
  partsOf,
} from "../testing/feed-contract-stores.ts";
import { ForeignCursorError, UnknownFeedError } from "./errors.ts";

const FAR = 638_000_000_000_000_000n; // beyond 2^53: a double would round it
const LEASE_MS = 30_000;

/** What every `FeedCursorStore` owes a feed. */
export function feedCursorsContract(options: FeedContractOptions): void {
  describe("a cursor", () => {
    const bench = feedBench(options);
    const all = partitionOf("all");
    const to = (position: bigint) => bench().cursors.advance(all, { position, fence: undefined });
    const failure = (after: bigint, counts = true) =>
      bench().cursors.noteFailure(all, {
        after,
        counts,
        error: { name: "Error", message: "refused", at: "2026-01-01T00:00:00Z", attempt: 1 },
        fence: undefined,
      });

    it("is absent, never 0, before it is moved [OBX-48]", async () => {
      expect(await bench().cursors.read(all)).toBeUndefined();
    });

    it("never moves back, and stays where it is without an error [OBX-48][OBX-51]", async () => {
      await to(5n);
      expect(await to(5n)).toBe("moved");
      expect(await to(3n)).toBe("moved");
      expect(await bench().cursors.read(all)).toBe(5n);
    });

    it("keeps every digit, and outlives whoever moved it [OBX-48][ENV-47]", async () => {
      await to(FAR + 1n);
      expect(await bench().under.storesOf("another").cursors.read(all)).toBe(FAR + 1n);
    });

    it("is each feed's own [OBX-48][OBX-49]", async () => {
      const { under, cursors } = bench();
      await under.register(feedProject({ name: "all" }, { name: "other" }));
      await to(7n);
      expect(await cursors.read(partitionOf("other"))).toBeUndefined();
    });

    it("ends at the highest of 64 concurrent moves [OBX-48]", async () => {
      await Promise.all(Array.from({ length: 64 }, (_move, n) => to(BigInt(n + 1))));
      expect(await bench().cursors.read(all)).toBe(64n);
    });

    it("is not moved by a leader that was replaced, nor are its letters written [LEA-17]", async () => {
      const { under, cursors, leases } = bench();
      const stale = await leases.acquire(all, LEASE_MS);
      await under.passTime(LEASE_MS + 1);
      const second = partsOf(under.storesOf("second"));
      const fence = await second.leases.acquire(all, LEASE_MS);

      const late = { position: 9n, fence: stale, letters: [letterOf("o-1")] };
      expect(await cursors.advance(all, late)).toBe("fenced");
      expect(await second.cursors.advance(all, { position: 4n, fence })).toBe("moved");

      expect(await cursors.read(all, stale)).toBe("fenced");
      const error = { name: "Error", message: "late", at: "2026-01-01T00:00:00Z", attempt: 1 };
      const failure = { after: 0n, counts: true, error, fence: stale };
      expect(await cursors.noteFailure(all, failure)).toBe("fenced");
      expect(await cursors.read(all, fence)).toBe(4n);
      expect(await under.letters()).toEqual([]);
    });

    it("carries the letters of what was left out, closed if told so [DLQ-19]", async () => {
      const { under, cursors } = bench();
      const open = letterOf("o-1", { consumer: "all", workKey: "envelope:1", source: "feed" });
      const closed = letterOf("o-2", { consumer: "all", workKey: "envelope:2", source: "feed" });
      await cursors.advance(all, { position: 1n, fence: undefined, letters: [open] });
      const move = { position: 2n, fence: undefined, letters: [closed], closeLetters: true };
      await cursors.advance(all, move);

      const letters = await under.letters();

      expect(
        letters.map(({ source, workKey, resolution }) => [source, workKey, resolution]),
      ).toEqual([
        ["feed", "envelope:1", undefined],
        ["feed", "envelope:2", "skipped"],
      ]);
    });

    it("counts failures in a row at one position, and starts again at another [DLQ-19]", async () => {
      expect([await failure(0n), await failure(0n), await failure(3n)]).toEqual([1, 2, 1]);
    });

    it("does not count an outage, and forgets the failures once it moves", async () => {
      expect([await failure(0n), await failure(0n, false), await failure(0n)]).toEqual([1, 1, 2]);
      await to(1n);
      expect(await failure(1n)).toBe(1);
    });

    it("of another topic is refused, and of a feed that is not registered there is none [OBX-49]", async () => {
      const { cursors } = bench();
      const elsewhere = partitionOf("all", { topic: "other" });
      await expect(cursors.read(elsewhere)).rejects.toThrow(ForeignCursorError);
      await expect(cursors.read(partitionOf("nobody"))).rejects.toThrow(UnknownFeedError);
    });

    it("stays where it is when the project is registered again, whatever its start says by now [OBX-53]", async () => {
      const { under, cursors } = bench();
      await to(2n);
      await under.register(feedProject({ name: "all", startAt: "latest" }));
      expect(await cursors.read(all)).toBe(2n);
    });

    it("of other partitions than before begins where the hindmost stood, under new tokens", async () => {
      const { under, cursors, leases } = bench();
      const two = (partition: number) => partitionOf("all", { partition, partitions: 2 });
      await to(5n);
      const before = await leases.acquire(all, LEASE_MS);
      await under.register(feedProject({ name: "all", partitions: 2 }));
      expect(await cursors.advance(all, { position: 8n, fence: before })).toBe("fenced");
      await cursors.advance(two(1), { position: 9n, fence: undefined });
      expect([await cursors.read(two(0)), await cursors.read(two(1))]).toEqual([5n, 9n]);

      await under.register(feedProject({ name: "all" }));

      expect(await cursors.read(all)).toBe(5n);
    });
  });

  describe("the start of a feed", () => {
    const bench = feedBench(options);
    const startOf = async (startAt: Parameters<typeof feedProject>[0]["startAt"]) => {
      const { under, cursors } = bench();
      await under.register(feedProject({ name: "all" }, { name: "new", startAt }));
      return cursors.read(partitionOf("new"));
    };
    const publishThree = async () => {
      const { under, source } = bench();
      await source.advance("events");
      await under.publish("events", numbered("a", 1));
      await under.passTime(60_000);
      await under.publish("events", numbered("a", 2), numbered("a", 3));
      await source.advance("events");
    };

    it("is the oldest event kept unless told otherwise [OBX-53]", async () => {
      await publishThree();
      expect(await startOf(undefined)).toBeUndefined();
      expect(await startOf("earliest")).toBeUndefined();
    });

    it("may be the end, as it was when the feed was registered first [LIM-17]", async () => {
      await publishThree();
      expect(await startOf("latest")).toBe(3n);
      await bench().under.publish("events", numbered("a", 4));
      await bench().source.advance("events");
      expect(await startOf("latest")).toBe(3n);
    });

    it("may be a position, which is handed on first", async () => {
      await publishThree();
      expect(await startOf({ position: "2" })).toBe(1n);
    });

    it("may be a time, from which nothing is left out", async () => {
      await publishThree();
      const { source } = bench();
      const page = { ...partitionOf("all"), after: 0n, limit: 9, types: undefined };
      const [first, second] = (await source.readPage(page)).records;
      expect(await startOf({ time: second?.recordedAt ?? new Date(0) })).toBe(1n);
      await bench().under.register(
        feedProject(
          { name: "all" },
          { name: "older", startAt: { time: first?.recordedAt ?? new Date(0) } },
        ),
      );
      expect(await bench().cursors.read(partitionOf("older"))).toBeUndefined();
    });
  });

  describe("moving a feed", () => {
    const bench = feedBench(options);
    const all = partitionOf("all");
    const operation = { project: "contract", feed: "all", reason: "index lost", actor: "ada" };

    it("puts the cursor back, so that the same events come again under the same ids, and is audited [RPL-10]", async () => {
      const { under, source, cursors, readAll } = bench();
      await under.publish("events", numbered("a", 1), numbered("a", 2));
      await source.advance("events");
      const before = await readAll();
      await cursors.advance(all, { position: 2n, fence: undefined });

      await under.move({ ...operation, to: "earliest" });

      expect(await cursors.read(all)).toBeUndefined();
      expect(await readAll()).toEqual(before);
      expect(await under.audit()).toMatchObject([
        {
          actor: "ada",
          action: "feed move",
          target: "feed contract/all",
          reason: "index lost",
          outcome: "moved",
        },
      ]);
    });

    it("stops the leader: what it had under way moves nothing", async () => {
      const { under, source, cursors, leases } = bench();
      await source.advance("events");
      const fence = await leases.acquire(all, LEASE_MS);
      await under.move({ ...operation, to: "earliest" });

      expect(await cursors.advance(all, { position: 3n, fence })).toBe("fenced");
      expect(fence && (await leases.renew(all, fence, LEASE_MS))).toBe(false);
      expect(await cursors.read(all)).toBeUndefined();
    });

    it("needs a reason, a feed, and a position that exists", async () => {
      const { under, source } = bench();
      await under.publish("events", numbered("a", 1));
      await source.advance("events");
      const refused = [
        { ...operation, reason: " ", to: "earliest" as const },
        { ...operation, feed: "nobody", to: "earliest" as const },
        { ...operation, to: { position: 3 } },
      ];
      for (const move of refused) await expect(under.move(move)).rejects.toThrow(/feed '/);
      await under.move({ ...operation, to: { position: 2 } }); // the next one to come
      expect(await bench().cursors.read(all)).toBe(1n);
      expect(await under.audit()).toHaveLength(1);
    });
  });
}
