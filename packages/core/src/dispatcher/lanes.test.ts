import { describe, expect, it } from "vitest";
import type { DeliveryRecord } from "../engine/records.ts";
import { createLanes } from "./lanes.ts";
import type { Work } from "./work.ts";

const delivery = (id: number, subject: string, shard = 0): DeliveryRecord => ({
  id: String(id),
  fence: { shard, token: "1" },
  kind: "queue",
  sink: "m",
  subject,
  topic: "t",
  envelope: "{}",
  deliveries: 0,
  attempts: 0,
  errors: [],
  dueInMs: 0,
});
const work = (id: number, subject: string, shard = 0): Work => ({
  kind: "delivery",
  delivery: delivery(id, subject, shard),
});
const ids = (works: readonly Work[]) =>
  works.map((taken) => (taken.kind === "delivery" ? taken.delivery.id : taken.kind));

describe("lanes", () => {
  it("give one piece of work a lane at a time, in id order, also when a lower id comes late", () => {
    const lanes = createLanes();
    for (const item of [work(3, "a"), work(1, "a"), work(2, "b")]) lanes.add(item);

    const first = lanes.takeReady(10, 0);
    expect(ids(first).sort()).toEqual(["1", "2"]);
    expect(lanes.takeReady(10, 0)).toEqual([]);
    for (const item of first) lanes.finish(item);
    expect(ids(lanes.takeReady(10, 0))).toEqual(["3"]);
  });

  it("hold nothing twice", () => {
    const lanes = createLanes();
    expect(lanes.add(work(1, "a"))).toBe(true);
    expect(lanes.add(work(1, "a"))).toBe(false);
    expect(lanes.heldDeliveries()).toBe(1);
  });

  it("keep what follows behind a delivery that waits, and no other lane", () => {
    const lanes = createLanes();
    for (const item of [work(1, "a"), work(2, "a"), work(3, "b")]) lanes.add(item);
    const [head, other] = lanes.takeReady(10, 0);
    if (head === undefined || other === undefined) throw new Error("nothing was ready");
    lanes.putBack(head, 100);
    lanes.finish(other);

    expect(lanes.takeReady(10, 99)).toEqual([]);
    expect(lanes.nextDueMs(99)).toBe(100);
    expect(ids(lanes.takeReady(10, 100))).toEqual(["1"]);
  });

  it("let results of calls pass a delivery that waits", () => {
    const lanes = createLanes();
    lanes.add(work(1, "a"));
    const [head] = lanes.takeReady(10, 0);
    if (head === undefined) throw new Error("nothing was ready");
    lanes.putBack(head, 1_000);
    lanes.add({
      kind: "timer",
      timer: {
        machineId: "m",
        subject: "a",
        ref: "r",
        revision: 1,
        event: "e",
        label: "l",
        causeEventId: "c",
        causeDepth: 0,
      },
    });
    expect(ids(lanes.takeReady(10, 0))).toEqual(["timer"]);
  });

  it("leave the rest of a long lane in the store and say where it goes on", () => {
    const lanes = createLanes();
    for (let id = 1; id <= 60; id += 1) lanes.add(work(id, "a"));
    expect(lanes.heldDeliveries()).toBe(50);
    expect(lanes.takeSkippedFrom()).toBeUndefined();

    for (let done = 0; done < 26; done += 1) {
      const [item] = lanes.takeReady(1, 0);
      if (item) lanes.finish(item);
    }
    expect(lanes.takeSkippedFrom()).toBe(51n);
    expect(lanes.takeSkippedFrom()).toBeUndefined();
  });

  it("forget the waiting deliveries of a shard that was lost, but not what is being done", () => {
    const lanes = createLanes();
    for (const item of [work(1, "a", 7), work(2, "a", 7), work(3, "b", 8)]) lanes.add(item);
    const [busy] = lanes.takeReady(1, 0);
    lanes.dropShards(new Set([7]));
    expect(busy).toMatchObject({ delivery: { id: "1" } });
    expect([...lanes.heldDeliveryIds()].sort()).toEqual(["1", "3"]);
    expect(lanes.isBusyIn(7)).toBe(true);
  });
});
