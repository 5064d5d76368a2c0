import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unseal } from "../kernel/seal/seal.ts";
import { feedScene } from "../testing/feed-scene.ts";
import { TEST_SEAL_KEYS } from "../testing/test-engine.ts";
import { BatchRefusedError } from "./errors.ts";
import { WebhookRefusedError, WebhookUnavailableError } from "./sinks/webhook/errors.ts";

const skipAfter = (afterFailures: number) => ({ kind: "skip" as const, afterFailures });
const deadLetterAfter = (afterFailures: number) => ({
  kind: "dead_letter" as const,
  afterFailures,
});

const refuse = (bad: readonly number[]) => (numbers: readonly number[]) => {
  if (numbers.some((n) => bad.includes(n))) throw new Error("schema 17 is not known here");
};

describe("a batch that the sink refuses", () => {
  it("blocks the feed for ever unless told otherwise [DLQ-19]", async () => {
    const scene = feedScene({ onBatch: refuse([1]) });
    scene.publish(2);
    for (let cycles = 0; cycles < 3; cycles += 1) {
      await expect(scene.cycle.runOnce()).rejects.toThrow("schema 17");
    }
    expect(scene.db.feedCursors.rows()).toMatchObject([{ position: undefined, failures: 3 }]);
    expect(await scene.inspect.letters()).toEqual([]);
  });

  it("is left out after so many failures in a row, each event with a dead letter [DLQ-19][LIM-19]", async () => {
    const scene = feedScene({ onPoison: skipAfter(2), onBatch: refuse([1, 2]) });
    scene.publish(2);

    await expect(scene.cycle.runOnce()).rejects.toThrow();
    expect(await scene.cycle.runOnce()).toMatchObject({
      ...{ outcome: "completed", delivered: 0, skipped: 2, cursor: 2n },
    });
    expect(scene.cycle.state().lastSkippedError).toMatchObject({ message: /schema 17/ });
    expect(await scene.inspect.letters()).toMatchObject([
      { source: "feed", consumer: "test", envelopeId: "s-1-1", resolution: "skipped" },
      { source: "feed", consumer: "test", envelopeId: "s-2-2", resolution: "skipped" },
    ]);
  });

  it("counts by where it begins, whatever comes behind it meanwhile [DLQ-19]", async () => {
    const scene = feedScene({ onPoison: skipAfter(2), onBatch: refuse([1, 2]) });
    scene.publish(1);
    await expect(scene.cycle.runOnce()).rejects.toThrow();
    scene.publish(1);
    expect(await scene.cycle.runOnce()).toMatchObject({ skipped: 2, cursor: 2n });
  });

  it("loses only its bad event, which is found by halves, and keeps its order [DLQ-19][LIM-19]", async () => {
    const scene = feedScene({ onPoison: deadLetterAfter(1), onBatch: refuse([5]) });
    scene.publish(8, "one");

    expect(await scene.cycle.runOnce()).toMatchObject({ delivered: 7, skipped: 1, cursor: 8n });

    expect(scene.batches.flat()).toEqual([1, 2, 3, 4, 6, 7, 8]);
    expect(await scene.inspect.letters()).toMatchObject([
      { reason: "max_attempts", envelopeId: "one-5", attempts: 1, resolution: undefined },
    ]);
  });

  it("loses exactly its bad events, whichever they are and however it is cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 24 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 24 })),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (count, bad, batchSize, says) => {
          const scene = feedScene({
            ...{ batchSize, onPoison: deadLetterAfter(1) },
            onBatch: (numbers) => {
              const at = numbers.findIndex((n) => bad.includes(n));
              if (at < 0) return;
              taken.push(...(says ? numbers.slice(0, at) : []));
              throw says ? new BatchRefusedError(at, new Error("bad")) : new Error("bad");
            },
          });
          const taken: number[] = [];
          scene.publish(count, "one");
          await scene.cycle.runOnce();

          const all = Array.from({ length: count }, (_n, index) => index + 1);
          const good = all.filter((n) => !bad.includes(n));
          const handed = [...taken, ...scene.batches.flat()].sort((one, other) => one - other);
          const left = (await scene.inspect.letters()).map(({ envelopeId }) => envelopeId).sort();
          expect(handed).toEqual(good);
          expect(left).toEqual(
            all
              .filter((n) => bad.includes(n))
              .map((n) => `one-${n}`)
              .sort(),
          );
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);

  it("is known to be bad in one place where the sink says so: nothing is tried twice for it", async () => {
    const offered: (readonly number[])[] = [];
    const scene = feedScene({
      onPoison: deadLetterAfter(1),
      onBatch: (numbers) => {
        offered.push(numbers);
        if (numbers.includes(3)) throw new BatchRefusedError(numbers.indexOf(3), new Error("bad"));
      },
    });
    scene.publish(5);
    expect(await scene.cycle.runOnce()).toMatchObject({ delivered: 4, skipped: 1, cursor: 5n });
    expect(offered).toEqual([
      [1, 2, 3, 4, 5],
      [4, 5],
    ]);
  });

  it("is waited for while the far side is down, whatever the policy says", async () => {
    const scene = feedScene({
      onPoison: skipAfter(1),
      onBatch: () => {
        throw new WebhookUnavailableError("answered 503");
      },
    });
    scene.publish(2);
    for (let cycles = 0; cycles < 3; cycles += 1) {
      await expect(scene.cycle.runOnce()).rejects.toThrow("503");
    }
    expect(scene.db.feedCursors.rows()).toMatchObject([{ position: undefined, failures: 0 }]);
  });

  it("is not taken for poison because an outage begins while its bad event is looked for", async () => {
    let offers = 0;
    const scene = feedScene({
      onPoison: deadLetterAfter(1),
      onBatch: () => {
        offers += 1;
        throw offers === 1 ? new WebhookRefusedError(422) : new WebhookUnavailableError("gone");
      },
    });
    scene.publish(4);
    await expect(scene.cycle.runOnce()).rejects.toThrow("gone");
    expect(await scene.inspect.letters()).toEqual([]);
  });

  it("leaves a letter that shows nothing secret and keeps the original under seal, and an error in the log [OPS-10]", async () => {
    const scene = feedScene({ onPoison: deadLetterAfter(1), onBatch: refuse([1]) });
    scene.publish(1);
    await scene.cycle.runOnce();

    const [letter] = scene.db.letters.rows();

    expect(letter).toMatchObject({ topic: "events", eventType: "counted", subject: "s-1" });
    const original = unseal(TEST_SEAL_KEYS, letter?.sealed ?? new Uint8Array(), letter?.id ?? "");
    expect(JSON.parse(original.toString("utf8"))).toMatchObject({ id: "s-1-1", data: { n: 1 } });
    expect(scene.log).toMatchObject([
      { level: "error", message: "a feed left an event out", fields: { letterId: letter?.id } },
    ]);
  });

  it("that comes again after the feed was moved back is one more occurrence of its letter", async () => {
    const scene = feedScene({ onPoison: deadLetterAfter(1), onBatch: refuse([1]) });
    scene.publish(1);
    await scene.cycle.runOnce();
    const { moveFeedCursor } = await import("../stores/memory/feeds/move-feed-cursor.ts");
    const operation = { project: "contract", feed: "test", reason: "again", actor: "ada" };
    moveFeedCursor(scene.db, { ...operation, to: "earliest" });
    expect(await scene.cycle.runOnce()).toMatchObject({ outcome: "completed", skipped: 1 });
    expect(await scene.inspect.letters()).toMatchObject([{ envelopeId: "s-1-1", occurrences: 2 }]);
  });
});
