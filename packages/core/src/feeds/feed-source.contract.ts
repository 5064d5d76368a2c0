import { describe, expect, it } from "vitest";
import {
  type FeedContractOptions,
  feedBench,
  feedProject,
  numbered,
  partitionOf,
} from "../testing/feed-contract-stores.ts";
import { UnknownTopicError } from "./errors.ts";

/** What every `FeedSource` owes a feed. */
export function feedSourceContract(options: FeedContractOptions): void {
  describe("a source", () => {
    const bench = feedBench(options);

    it("numbers a topic from 1 on without gaps, in the order of publishing [ORD-13]", async () => {
      const { under, source, readAll } = bench();
      await under.publish("events", numbered("a", 1), numbered("b", 1));
      await under.publish("other", numbered("a", 2));
      await under.publish("events", numbered("a", 3));

      const { state, lineage } = await source.advance("events");

      expect({ state, lineage: lineage.length > 0 }).toEqual({ state: "open", lineage: true });
      expect((await readAll()).map(({ position, id }) => [position, id])).toEqual([
        ["1", "a-1"],
        ["2", "b-1"],
        ["3", "a-3"],
      ]);
    });

    it("finds one event by its envelope's id and source, with its number, as a page has it", async () => {
      const { under, source, readAll } = bench();
      const own = numbered("b", 1);
      const foreign = numbered("b", 1, { source: "/another" });
      await under.publish("events", numbered("a", 1), own, foreign);
      await under.publish("other", numbered("c", 1));
      const { lineage } = await source.advance("events");
      const [, second, third] = await readAll();
      const find = (id: string, from?: string) => source.findRecord("events", { id, source: from });

      expect(await find("b-1", own.source)).toMatchObject({ record: second, lineage });
      expect(await find("b-1", "/another")).toMatchObject({ record: third, lineage });
      expect(await find("b-1")).toMatchObject({ record: second });
      expect(await find("b-1", "/nobody")).toBeUndefined();
      expect(await find("c-1")).toBeUndefined();
      expect(await find("never")).toBeUndefined();
    });

    it("keeps its numbers, and its lineage, while the topic grows", async () => {
      const { under, source, readAll } = bench();
      await under.publish("events", numbered("a", 1));
      const first = await source.advance("events");
      await under.publish("events", numbered("a", 2));

      expect(await source.advance("events")).toEqual(first);
      expect((await readAll()).map(({ position, id }) => [position, id])).toEqual([
        ["1", "a-1"],
        ["2", "a-2"],
      ]);
    });

    it("numbers what was published before the first feed was there", async () => {
      const { under, source, readAll } = bench();
      await under.publish("other", numbered("a", 1), numbered("b", 1));
      await under.register(feedProject({ name: "all" }, { name: "later", topic: "other" }));
      await under.publish("other", numbered("a", 2));

      await untilOpen(source, "other");
      await source.advance("other");

      const read = await readAll(partitionOf("later", { topic: "other" }));
      expect(read.map(({ id }) => id)).toEqual(["a-1", "b-1", "a-2"]);
    });

    it("hands out what was sent, byte for byte, with what names it", async () => {
      const { under, source, readAll } = bench();
      const envelope = numbered("a", 1);
      await under.publish("events", envelope);
      await source.advance("events");

      const [record] = await readAll();

      expect(record).toEqual({
        position: "1",
        topic: "events",
        id: "a-1",
        source: "/contract",
        type: "counted",
        subject: "a",
        recordedAt: expect.any(Date),
        envelope: expect.any(String),
      });
      expect(JSON.parse(record?.envelope ?? "")).toMatchObject({ id: "a-1", data: { n: 1 } });
    });

    it("ends at an empty page, which looked nowhere", async () => {
      const { under, source } = bench();
      await under.publish("events", numbered("a", 1), numbered("a", 2));
      await source.advance("events");
      const page = (after: bigint) =>
        source.readPage({ ...partitionOf("all"), after, limit: 2, types: undefined });

      expect(await page(0n)).toMatchObject({ scannedTo: 2n, gone: 0 });
      expect(await page(2n)).toEqual({ records: [], scannedTo: undefined, gone: 0 });
    });

    it("deals subjects out to partitions: each event once, a subject never to two", async () => {
      const { under, source, readAll } = bench();
      const subjects = Array.from({ length: 12 }, (_subject, index) => `s-${index}`);
      for (const n of [1, 2]) {
        await under.publish("events", ...subjects.map((subject) => numbered(subject, n)));
      }
      await source.advance("events");

      const parts = await Promise.all(
        [0, 1, 2].map((partition) => readAll(partitionOf("all", { partition, partitions: 3 }))),
      );

      expect(parts.flat()).toHaveLength(24);
      const homes = parts.map((records) => new Set(records.map(({ subject }) => subject)));
      expect(homes.reduce((sum, home) => sum + home.size, 0)).toBe(12);
      for (const records of parts) {
        const positions = records.map(({ position }) => Number(position));
        expect(positions).toEqual([...positions].sort((one, other) => one - other));
      }
    });

    it("says how far it looked where nothing was for this partition or of these types", async () => {
      const { under, source } = bench();
      await under.publish("events", numbered("a", 1), numbered("a", 2, { type: "rare" }));
      await source.advance("events");
      const request = { ...partitionOf("all"), after: 0n, limit: 10 };

      const rare = await source.readPage({ ...request, types: ["rare"] });
      const none = await source.readPage({ ...request, types: ["never"] });

      expect(rare.records.map(({ id }) => id)).toEqual(["a-2"]);
      expect(none).toEqual({ records: [], scannedTo: 2n, gone: 0 });
    });

    it("numbers nothing of a topic that no feed reads", async () => {
      await expect(bench().source.advance("other")).rejects.toThrow(UnknownTopicError);
    });
  });
}

/** A stream that is new takes a few steps to open. */
async function untilOpen(
  source: { advance(topic: string): Promise<{ readonly state: string }> },
  topic: string,
): Promise<void> {
  while ((await source.advance(topic)).state === "opening");
}
