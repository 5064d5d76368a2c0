import { EventEmitter, once } from "node:events";
import { describe, expect, it } from "vitest";
import type { DeliveryRequest } from "../engine/engine-store.ts";
import type { DeliveryRecord } from "../engine/records.ts";
import type { ShardFence } from "../engine/step-commit.ts";
import { createDeliveryClaim } from "./delivery-claim.ts";
import { createInstanceCache } from "./instance-cache.ts";
import { createLaneReader } from "./lane-reader.ts";
import { createLanes } from "./lanes.ts";

const soon = () => new Promise((resolve) => setImmediate(resolve));
const fence = (shard: number, token = "1"): ShardFence => ({ shard, token });

/** A store of ids by shard, all of one subject a shard, with a reader over it. */
function readerOver(rows: Map<number, number[]>, limits = { heldMax: 100, readMax: 10 }) {
  const lanes = createLanes();
  let pause: Promise<unknown> | undefined;
  const store = {
    dueTimers: async () => ({ timers: [], cutAt: undefined }),
    readDeliveries: async (request: DeliveryRequest) => {
      const { kind = "except", names = [] } = request.lanes ?? {};
      const isAsked = (shard: number) =>
        names.some(({ subject }) => subject === `s${shard}`) === (kind === "only");
      const found = request.shards.flatMap(({ shard, token }) =>
        (isAsked(shard) ? (rows.get(shard) ?? []) : [])
          .filter((id) => !request.exceptIds.includes(String(id)))
          .map((id) => toDelivery(id, shard, token)),
      );
      await pause;
      return found.sort((a, b) => Number(a.id) - Number(b.id)).slice(0, request.limit);
    },
  };
  const reader = createLaneReader({
    store,
    lanes,
    claim: createDeliveryClaim({ holdDeliveries: async () => undefined }),
    cache: createInstanceCache(),
    limits,
    nowMs: () => 0,
    onRead: () => undefined,
    onOutage: (error) => {
      throw error;
    },
  });
  /** Do everything that is held and end it in the store; returns the ids in the order they were done. */
  const work = (): string[] => {
    const done: string[] = [];
    for (;;) {
      const [taken] = lanes.takeReady(1, 0);
      if (taken?.kind !== "delivery") return done;
      const { id, fence } = taken.delivery;
      rows.set(
        fence.shard,
        (rows.get(fence.shard) ?? []).filter((row) => row !== Number(id)),
      );
      done.push(id);
      lanes.finish(taken);
    }
  };
  /** Reads wait from now on until what this returns is called. */
  const hold = (): (() => void) => {
    const gate = new EventEmitter();
    pause = once(gate, "open");
    return () => {
      pause = undefined;
      gate.emit("open");
    };
  };
  return { reader, lanes, work, hold };
}

const toDelivery = (id: number, shard: number, token: string): DeliveryRecord => ({
  id: String(id),
  fence: { shard, token },
  kind: "queue",
  sink: "m",
  subject: `s${shard}`,
  topic: "t",
  envelope: "{}",
  deliveries: 0,
  attempts: 0,
  errors: [],
  dueInMs: 0,
});

describe("the reader of lanes", () => {
  it("reads on page by page, as far as there is room", async () => {
    const rows = new Map([0, 1, 2].map((shard) => [shard, [1, 4, 7, 10].map((id) => id + shard)]));
    const { reader, lanes, work } = readerOver(rows, { heldMax: 8, readMax: 3 });
    reader.setShards([fence(0), fence(1), fence(2)], true);
    await soon();
    expect(lanes.heldDeliveries()).toBe(8);
    work();
    expect(reader.isHungry()).toBe(true);
    reader.read(false);
    await soon();
    expect(lanes.heldDeliveryIds()).toEqual(["9", "10", "11", "12"]);
  });

  it("reads what a shard just gained still holds before anything that is new in it", async () => {
    const rows = new Map([
      [0, [50]],
      [1, Array.from({ length: 25 }, (_row, at) => at + 1)],
    ]);
    const { reader, work, hold } = readerOver(rows);
    reader.setShards([fence(0)], true);
    await soon();
    expect(work()).toEqual(["50"]);

    const release = hold();
    reader.read(false); // on its way while the shard comes
    rows.set(1, [...(rows.get(1) ?? []), 51]);
    reader.setShards([fence(0), fence(1)], true);
    release();
    await soon();
    expect(work().map(Number)).toEqual([...Array.from({ length: 25 }, (_row, at) => at + 1), 51]);
  });

  it("reads a long backlog of one subject to its end in order, while more comes", async () => {
    const rows = new Map([[0, Array.from({ length: 130 }, (_row, at) => at + 1)]]);
    const { reader, work } = readerOver(rows);
    reader.setShards([fence(0)], true);
    await soon();
    const done = work();
    rows.get(0)?.push(131);
    for (let turn = 0; turn < 10; turn += 1) {
      reader.read(turn % 2 === 0);
      await soon();
      done.push(...work());
    }
    expect(done.map(Number)).toEqual(Array.from({ length: 131 }, (_row, at) => at + 1));
  });

  it("finds a row that committed late, and never takes what follows it first", async () => {
    const rows = new Map([
      [0, [1]],
      [1, [5]],
    ]);
    const { reader, work } = readerOver(rows);
    reader.setShards([fence(0), fence(1)], true);
    await soon();
    work();
    rows.get(0)?.push(3, 7); // 3 was on its way while 5 was read; 7 came after it
    reader.read(false);
    await soon();
    expect(work()).toEqual(["3", "7"]);
  });
});
