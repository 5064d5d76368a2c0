import { describe, expect, it } from "vitest";
import { InvalidConfigError } from "../kernel/errors.ts";
import { feedScene } from "../testing/feed-scene.ts";
import { readGolden } from "../testing/golden.ts";

/** What the golden file says of drains: the entries that can be run as they stand. */
interface Drain {
  readonly records: readonly number[] | number;
  readonly BatchSize?: number;
  readonly cursor?: number | null;
  readonly published?: number | readonly number[];
  readonly batches?: number;
  readonly batch_sizes?: readonly number[];
  readonly reads?: readonly number[] | number;
}

const { dispatch } = readGolden<{ readonly dispatch: readonly object[] }>("statesman_vectors");
const isDrain = (entry: object): entry is Drain =>
  "records" in entry &&
  !("SkipPoisonAfterAttempts" in entry) &&
  !Array.isArray((entry as Drain).published);
const drains = dispatch.filter(isDrain);

const down = () => {
  throw new Error("refused");
};

describe("one cycle of a feed", () => {
  it.each(drains.map((drain) => [JSON.stringify(drain), drain] as const))(
    "drains %s as the golden file says [RLY-24][RLY-27]",
    async (_title, drain) => {
      const count = typeof drain.records === "number" ? drain.records : drain.records.length;
      const scene = feedScene(drain.BatchSize === undefined ? {} : { batchSize: drain.BatchSize });
      scene.publish(count);

      const result = await scene.cycle.runOnce();

      expect(result).toMatchObject({ outcome: "completed", delivered: count, skipped: 0 });
      expect(result.cursor).toBe(count === 0 ? undefined : BigInt(count));
      if (drain.batches !== undefined) expect(result.batches).toBe(drain.batches);
      const sizes = scene.batches.map((batch) => batch.length);
      if (drain.batch_sizes !== undefined) expect(sizes).toEqual(drain.batch_sizes);
      const { reads } = drain;
      if (typeof reads === "number") expect(scene.traffic.reads).toHaveLength(reads);
      if (Array.isArray(reads)) expect(scene.traffic.reads).toEqual(reads);
    },
  );

  it("has the golden file's drains to go by", () => {
    expect(drains).toHaveLength(5);
  });

  it("goes on behind the cursor", async () => {
    const scene = feedScene({ batchSize: 2 });
    scene.publish(2);
    await scene.cycle.runOnce();
    scene.publish(2);
    expect(await scene.cycle.runOnce()).toMatchObject({ delivered: 2, cursor: 4n });
    expect(scene.batches).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it("leaves the cursor when the sink refuses, and offers the same batch again [RLY-26][RLY-25]", async () => {
    let refusals = 1;
    const scene = feedScene({ onBatch: () => refusals-- > 0 && down() });
    scene.publish(3);

    await expect(scene.cycle.runOnce()).rejects.toThrow("refused");
    expect(scene.cycle.state().lastError).toMatchObject({ message: "refused" });
    expect(scene.db.feedCursors.rows()).toMatchObject([{ position: undefined, failures: 1 }]);

    expect(await scene.cycle.runOnce()).toMatchObject({ delivered: 3, cursor: 3n });
    expect(scene.cycle.state().lastError).toBeUndefined();
    expect(scene.batches).toEqual([[1, 2, 3]]);
  });

  it("notes a batch only after the sink has taken it, never before [RLY-24][RLY-25]", async () => {
    const cursors: (bigint | undefined)[] = [];
    const scene = feedScene({
      batchSize: 2,
      onBatch: () => cursors.push(scene.db.feedCursors.rows()[0]?.position),
    });
    scene.publish(5);
    await scene.cycle.runOnce();
    expect(cursors).toEqual([undefined, 2n, 4n]);
  });

  it("keeps what was taken when a later batch is refused", async () => {
    const scene = feedScene({ batchSize: 2, onBatch: (numbers) => numbers.includes(3) && down() });
    scene.publish(5);
    await expect(scene.cycle.runOnce()).rejects.toThrow("refused");
    expect(scene.db.feedCursors.rows()).toMatchObject([{ position: 2n }]);
  });

  it("runs one after the other when it is asked for while it runs [RLY-32]", async () => {
    let inside = 0;
    let most = 0;
    const scene = feedScene({
      batchSize: 1,
      onBatch: async () => {
        inside += 1;
        most = Math.max(most, inside);
        await Promise.resolve();
        inside -= 1;
      },
    });
    scene.publish(6);
    const results = await Promise.all([scene.cycle.runOnce(), scene.cycle.runOnce()]);
    expect(results.map(({ delivered }) => delivered)).toEqual([6, 0]);
    expect(most).toBe(1);
  });

  it("begins no further batch once it is told to stop", async () => {
    const scene = feedScene({ batchSize: 2, onBatch: () => scene.cycle.stop() });
    scene.publish(6);
    expect(await scene.cycle.runOnce()).toMatchObject({ outcome: "completed", cursor: 2n });
  });

  it("moves the cursor over what is not of its types, without a batch", async () => {
    const scene = feedScene({ types: ["rare"] });
    scene.publish(3);
    expect(await scene.cycle.runOnce()).toMatchObject({ batches: 0, delivered: 0, cursor: 3n });
    expect(scene.batches).toEqual([]);
  });

  it("goes on behind what the sink had taken when the time was over, as that is no failure", async () => {
    const { BatchRefusedError, SinkTimeoutError } = await import("./errors.ts");
    let slow = true;
    const scene = feedScene({
      onBatch: () => {
        if (slow) {
          slow = false;
          throw new BatchRefusedError(2, new SinkTimeoutError(1));
        }
      },
    });
    scene.publish(3);
    expect(await scene.cycle.runOnce()).toMatchObject({ outcome: "completed", delivered: 3 });
    expect(scene.batches).toEqual([[3]]);
  });

  it("refuses a store that cannot number its events, by name [OBX-47][ERR-05]", () => {
    const blind = () => feedScene({ wrapStores: (stores) => ({ ...stores, source: undefined }) });
    expect(blind).toThrow(InvalidConfigError);
    expect(blind).toThrow(/feed 'test'.*store 'memory'/);
  });

  it("reports what was gone before it could be handed on, and goes on [LIM-15][EXA-17]", async () => {
    const scene = feedScene();
    scene.publish(2);
    const scarce = feedScene({
      beside: scene,
      wrapStores: (stores) => ({
        ...stores,
        source: stores.source && {
          ...stores.source,
          readPage: async (request) => {
            const page = await stores.source?.readPage(request);
            if (page === undefined) throw new Error("no page");
            return {
              ...page,
              records: page.records.slice(1),
              gone: page.records.length > 0 ? 1 : 0,
            };
          },
        },
      }),
    });
    expect(await scarce.cycle.runOnce()).toMatchObject({ delivered: 1, cursor: 2n });
    expect(scarce.log).toMatchObject([{ level: "error", fields: { gone: 1 } }]);
  });
});
