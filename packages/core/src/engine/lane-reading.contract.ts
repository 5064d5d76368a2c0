import { describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import {
  type ContractBench,
  contractBench,
  type EngineContractOptions,
} from "../testing/contract-stores.ts";
import type { DeliveryRequest } from "./engine-store.ts";

const SUBJECTS = ["o-1", "o-2", "o-3", "o-4", "o-5"];

const publishAll = ({ under }: ContractBench) =>
  under.publish(
    "commands",
    SUBJECTS.map((subject) =>
      createEnvelope({ type: "order.place", source: "/contract", subject }),
    ),
  );

/** How deliveries are read. */
export function laneReadingContract(options: EngineContractOptions): void {
  describe("reading deliveries", () => {
    const bench = contractBench(options);
    const read = (request: Partial<DeliveryRequest>) =>
      bench().stores.lanes.readDeliveries({
        shards: bench().fences,
        exceptIds: [],
        limit: 100,
        ...request,
      });

    it("reads in the order of publishing, across shards, with the envelope as it was sent", async () => {
      await publishAll(bench());

      const all = await read({});

      expect(all.map(({ subject }) => subject)).toEqual(SUBJECTS);
      expect(all.map(({ id }) => BigInt(id))).toEqual(
        all.map(({ id }) => BigInt(id)).sort((a, b) => (a < b ? -1 : 1)),
      );
      expect(JSON.parse(all[0]?.envelope ?? "")).toMatchObject({
        type: "order.place",
        subject: "o-1",
        source: "/contract",
      });
      expect(all[0]).toMatchObject({
        kind: "queue",
        sink: "order",
        topic: "commands",
        event: "GO",
        deliveries: 0,
        attempts: 0,
        errors: [],
        dueInMs: 0,
      });
    });

    it("leaves out what is held and stops at the limit", async () => {
      await publishAll(bench());
      const ids = (await read({})).map(({ id }) => id);
      const [first = "", second = "", third = ""] = ids;

      expect((await read({ limit: 2 })).map(({ id }) => id)).toEqual([first, second]);
      expect((await read({ exceptIds: [first, third] })).map(({ id }) => id)).toEqual([
        second,
        ...ids.slice(3),
      ]);
    });

    it("reads only some lanes, or all but some", async () => {
      await publishAll(bench());
      const names = ["o-2", "o-4", "o-9"].map((subject) => ({ machineId: "order", subject }));
      const subjectsOf = async (kind: "only" | "except") =>
        (await read({ lanes: { kind, names } })).map(({ subject }) => subject);

      expect(await subjectsOf("only")).toEqual(["o-2", "o-4"]);
      expect(await subjectsOf("except")).toEqual(["o-1", "o-3", "o-5"]);
      expect(await read({ lanes: { kind: "only", names: [] } })).toEqual([]);
    });

    it("reads only the shards that are asked for, and hands out their token", async () => {
      await publishAll(bench());
      const all = await read({});
      const { fence } = all[0] ?? { fence: { shard: -1, token: "" } };

      const some = await bench().stores.lanes.readDeliveries({
        shards: [fence],
        exceptIds: [],
        limit: 100,
      });

      expect(some).toEqual(all.filter((delivery) => delivery.fence.shard === fence.shard));
      expect(bench().fences).toContainEqual(fence);
      expect(await read({ limit: 0 })).toEqual([]);
    });

    it("reads nothing of a shard under a token that is no longer its own", async () => {
      await publishAll(bench());
      const [first] = await read({});
      const { shard = -1, token = "0" } = first?.fence ?? {};

      const stale = await bench().stores.lanes.readDeliveries({
        shards: [{ shard, token: String(BigInt(token) - 1n) }],
        exceptIds: [],
        limit: 100,
      });

      expect(stale).toEqual([]);
    });

    it("brings instances with what it claims, or that there are none", async () => {
      const { stores, chartId, deliver } = bench();
      const { id, fence } = await deliver("o-1");
      await stores.lanes.commit([
        {
          ...EMPTY,
          settlements: [{ kind: "delivery-done", deliveryId: id, fence }],
          instance: {
            expectedRevision: 0,
            revision: 1,
            chartId,
            status: "active",
            phase: "running",
            states: ["here"],
            snapshot: { value: "here" },
            correlationId: "c-1",
          },
        },
      ]);
      await deliver("o-1");
      await deliver("o-2");

      const claimed = await read({ claimWith: [] });

      expect(claimed.map(({ subject, instance }) => [subject, instance])).toEqual([
        [
          "o-1",
          {
            machineId: "order",
            subject: "o-1",
            chartId,
            revision: 1,
            status: "active",
            phase: "running",
            states: ["here"],
            snapshot: { value: "here" },
            correlationId: "c-1",
          },
        ],
        ["o-2", "none"],
      ]);
      expect((await read({})).every(({ instance }) => instance === undefined)).toBe(true);
      expect(await read({ claimWith: [], exceptIds: claimed.map((row) => row.id) })).toEqual([]);
    });

    it("says how long a delivery still has to wait", async () => {
      const { stores, under, deliver } = bench();
      const { id, fence } = await deliver("o-1");
      await stores.lanes.commit([
        {
          ...EMPTY,
          settlements: [
            {
              kind: "delivery-retry",
              deliveryId: id,
              fence,
              attempts: 1,
              delayMs: 5_000,
              errors: [],
            },
          ],
        },
      ]);

      const [waiting] = await read({});
      expect(waiting).toMatchObject({ attempts: 1, deliveries: 1 });
      expect(waiting?.dueInMs).toBeGreaterThan(0);
      expect(waiting?.dueInMs).toBeLessThanOrEqual(5_000);

      await under.passTime(5_000);
      expect(await read({})).toMatchObject([{ dueInMs: 0 }]);
    });
  });

  describe("finding what planning needs", () => {
    const bench = contractBench(options);

    it("misses instances, receipts and envelopes that are not there", async () => {
      const { lanes } = bench().stores;
      const key = { machineId: "order", subject: "o-1" };
      const loaded = await lanes.load([key], [{ scope: "s", key: "k" }]);
      expect(loaded.instance(key)).toBeUndefined();
      expect(loaded.receipt({ scope: "s", key: "k" })).toBeUndefined();
      expect(await lanes.findEnvelope("never")).toBeUndefined();
    });

    it("finds the first envelope with an id, as it was sent", async () => {
      const { under, stores } = bench();
      const first = createEnvelope({ id: "e-1", type: "a", source: "/1", subject: "o-1" });
      await under.publish("events", [first]);
      await under.publish("events", [{ ...first, source: "/2" }]);

      const found = await stores.lanes.findEnvelope("e-1");

      expect(JSON.parse(found ?? "")).toMatchObject({ id: "e-1", source: "/1" });
    });

    it("finds registered chart versions", async () => {
      const { stores, chartId } = bench();
      expect(await stores.charts.findChart(chartId)).toMatchObject({
        id: chartId,
        machineId: "order",
        version: "0.0.0",
        chart: { id: "order" },
      });
      expect(await stores.charts.findChart(999_999)).toBeUndefined();
    });
  });
}

const EMPTY = {
  machineId: "order",
  subject: "o-1",
  settlements: [],
  events: [],
  effects: [],
  cancelledEffects: [],
  timers: [],
  cancelledTimers: [],
  deadLetters: [],
  audit: [],
};
