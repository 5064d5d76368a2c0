import { describe, expect, it } from "vitest";
import type { DeliveryRecord, TimerRecord } from "../engine/records.ts";
import { createLanes, type Lanes } from "./lanes.ts";
import type { Work } from "./work.ts";

const delivery = (id: number, subject: string, change: Partial<DeliveryRecord> = {}) => ({
  id: String(id),
  fence: { shard: 0, token: "1" },
  kind: "queue" as const,
  sink: "m",
  subject,
  topic: "t",
  envelope: "{}",
  deliveries: 0,
  attempts: 0,
  errors: [],
  dueInMs: 0,
  ...change,
});
const timerOf = (subject: string): TimerRecord => ({
  machineId: "m",
  subject,
  ref: "r",
  revision: 1,
  event: "e",
  label: "l",
  causeEventId: "c",
  causeDepth: 0,
  deliveries: 1,
  attempts: 0,
});
const ids = (works: readonly Work[]) =>
  works.map((taken) => (taken.kind === "delivery" ? taken.delivery.id : taken.kind));
const idsFrom = (from: number, upTo: number) =>
  Array.from({ length: upTo - from + 1 }, (_item, at) => from + at);

/** Read a page of all lanes, or only of some; cut if it ended at its limit. */
function readPage(
  lanes: Lanes,
  deliveries: readonly DeliveryRecord[],
  { only, isCut = false }: { only?: readonly string[]; isCut?: boolean } = {},
) {
  const names = only?.map((subject) => ({ machineId: "m", subject }));
  lanes.addPage({ deliveries, isCut, ...(names ? { only: names } : {}) }, 0);
}

const subjectsOf = (names: readonly { readonly subject: string }[]) =>
  names.map(({ subject }) => subject);

/** Do what is ready, one after the other. */
function doNext(lanes: Lanes, count: number): string[] {
  const done: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const [work] = lanes.takeReady(1, 0);
    if (work === undefined) break;
    done.push(...ids([work]));
    lanes.finish(work);
  }
  return done;
}

/** The work that is ready; a test that expects some fails without. */
function takeOne(lanes: Lanes): Work {
  const [work] = lanes.takeReady(1, 0);
  if (work === undefined) throw new Error("nothing was ready");
  return work;
}

describe("lanes", () => {
  it("give one piece of work a lane at a time, in id order, also when a lower id comes late", () => {
    const lanes = createLanes();
    readPage(lanes, [delivery(2, "b"), delivery(3, "a")]);
    readPage(lanes, [delivery(1, "a")]);

    const first = lanes.takeReady(10, 0);
    expect(ids(first).sort()).toEqual(["1", "2"]);
    expect(lanes.takeReady(10, 0)).toEqual([]);
    for (const item of first) lanes.finish(item);
    expect(ids(lanes.takeReady(10, 0))).toEqual(["3"]);
  });

  it("hold nothing twice", () => {
    const lanes = createLanes();
    readPage(lanes, [delivery(1, "a")]);
    readPage(lanes, [delivery(1, "a")]);
    expect(lanes.heldDeliveries()).toBe(1);
  });

  it("keep what follows behind a delivery that waits, and no other lane", () => {
    const lanes = createLanes();
    readPage(lanes, [delivery(1, "a"), delivery(2, "a"), delivery(3, "b")]);
    const [head, other] = lanes.takeReady(10, 0);
    if (head === undefined || other === undefined) throw new Error("nothing was ready");
    lanes.putBack(head, 100);
    lanes.finish(other);

    expect(lanes.takeReady(10, 99)).toEqual([]);
    expect(lanes.nextDueMs(99)).toBe(100);
    expect(ids(lanes.takeReady(10, 100))).toEqual(["1"]);
  });

  it("do not try a delivery before it is due that waited when it was read", () => {
    const lanes = createLanes();
    readPage(lanes, [delivery(1, "a", { dueInMs: 100 })]);
    expect(lanes.takeReady(10, 99)).toEqual([]);
    expect(ids(lanes.takeReady(10, 100))).toEqual(["1"]);
  });

  it("let timers and results pass a delivery that waits, unless they wait themselves", () => {
    const lanes = createLanes();
    readPage(lanes, [delivery(1, "a")]);
    lanes.putBack(takeOne(lanes), 1_000);
    lanes.add({ kind: "timer", timer: timerOf("a") });
    const timer = takeOne(lanes);
    expect(timer.kind).toBe("timer");
    lanes.putBack(timer, 50);
    expect(lanes.takeReady(10, 49)).toEqual([]);
    expect(lanes.nextDueMs(0)).toBe(50);
    expect(ids(lanes.takeReady(10, 50))).toEqual(["timer"]);
  });

  it("give nothing but results of calls to a worker that stops", () => {
    const lanes = createLanes();
    readPage(lanes, [delivery(1, "a")]);
    lanes.add({ kind: "timer", timer: timerOf("b") });
    expect(lanes.takeReady(10, 0, "results")).toEqual([]);
  });

  describe("of a subject with more than is held", () => {
    const all = idsFrom(1, 130).map((id) => delivery(id, "a"));

    it("leave the rest in the store, and say so once there is room", () => {
      const lanes = createLanes();
      readPage(lanes, all.slice(0, 60));
      expect(lanes.heldDeliveries()).toBe(50);
      expect(subjectsOf(lanes.withMore())).toEqual(["a"]);
      expect(lanes.hungry(0)).toEqual([]);
      doNext(lanes, 26);
      expect(subjectsOf(lanes.hungry(0))).toEqual(["a"]);
    });

    it("are read by themselves until nothing is left of them", () => {
      const lanes = createLanes();
      readPage(lanes, all.slice(0, 60));
      const done = doNext(lanes, 50);
      readPage(lanes, all.slice(50), { only: ["a"] });
      expect(lanes.heldDeliveries()).toBe(50);
      expect(subjectsOf(lanes.withMore())).toEqual(["a"]);
      done.push(...doNext(lanes, 50));
      readPage(lanes, all.slice(100), { only: ["a"] });
      expect(lanes.withMore()).toEqual([]);
      done.push(...doNext(lanes, 99));
      expect(done).toEqual(idsFrom(1, 130).map(String));
    });

    it("have more when the page that is read for them is cut", () => {
      const lanes = createLanes();
      readPage(lanes, all.slice(0, 60));
      doNext(lanes, 50);
      readPage(lanes, all.slice(50, 60), { only: ["a"], isCut: true });
      expect(subjectsOf(lanes.withMore())).toEqual(["a"]);
      expect(doNext(lanes, 99)).toEqual(idsFrom(51, 60).map(String));
    });
  });

  it("read a lane again in order when a delivery turns out to be somebody else's", () => {
    const lanes = createLanes();
    readPage(lanes, [delivery(1, "a"), delivery(2, "a"), delivery(3, "b")]);
    const [first] = lanes.takeReady(1, 0);
    if (first === undefined) throw new Error("nothing was ready");
    lanes.abandon(first);

    expect(lanes.heldDeliveryIds()).toEqual(["3"]);
    expect(subjectsOf(lanes.hungry(0))).toEqual(["a"]);
    readPage(lanes, [delivery(2, "a"), delivery(4, "a")], { only: ["a"] });
    expect(lanes.hungry(0)).toEqual([]);
    expect(doNext(lanes, 9)).toEqual(["3", "2", "4"]);
  });

  it("leave a lane in the store for a while that cannot be done here", () => {
    const lanes = createLanes();
    readPage(lanes, [delivery(1, "a"), delivery(2, "b")]);
    const [first] = lanes.takeReady(1, 0);
    if (first === undefined) throw new Error("nothing was ready");
    lanes.abandon(first, 5_000);

    expect(lanes.heldDeliveryIds()).toEqual(["2"]);
    expect(subjectsOf(lanes.withMore())).toEqual(["a"]);
    expect(lanes.hungry(4_999)).toEqual([]);
    expect(subjectsOf(lanes.hungry(5_000))).toEqual(["a"]);
  });

  it("leave a suspect, and what follows it, to be asked for by itself", () => {
    const lanes = createLanes();
    const suspect = delivery(1, "a", { deliveries: 2, attempts: 1 });
    readPage(lanes, [suspect, delivery(2, "a"), delivery(3, "b", { deliveries: 1, attempts: 1 })]);
    expect(doNext(lanes, 9)).toEqual(["3"]);
    const found = lanes.findSuspect(0);
    expect(found).toEqual({ kind: "delivery", delivery: suspect });

    if (found !== undefined) lanes.finish(lanes.take(found));
    expect(lanes.findSuspect(0)).toBeUndefined();
    expect(doNext(lanes, 9)).toEqual(["2"]);
  });

  it("leave a timer that a worker died with to be asked for by itself, and go on with the rest", () => {
    const lanes = createLanes();
    const suspect = { kind: "timer" as const, timer: { ...timerOf("a"), deliveries: 2 } };
    lanes.add(suspect);
    lanes.add(suspect);
    lanes.add({ kind: "timer", timer: timerOf("b") });
    readPage(lanes, [delivery(1, "a")]);
    expect(doNext(lanes, 9)).toEqual(["timer", "1"]);
    expect(lanes.findSuspect(0)).toEqual(suspect);

    const taken = lanes.take(suspect);
    expect(lanes.findSuspect(0)).toBeUndefined();
    lanes.putBack(taken, 5);
    expect(lanes.findSuspect(4)).toBeUndefined();
    expect(lanes.findSuspect(5)).toEqual(suspect);
    lanes.finish(lanes.take(suspect));
    expect(doNext(lanes, 9)).toEqual([]);
    expect(lanes.findSuspect(9)).toBeUndefined();
  });

  it("forget the waiting deliveries of a shard that was lost, but not what is being done", () => {
    const lanes = createLanes();
    const lost = { fence: { shard: 7, token: "1" } };
    const kept = { fence: { shard: 8, token: "1" } };
    readPage(lanes, [delivery(1, "a", lost), delivery(2, "a", lost), delivery(3, "b", kept)]);
    const [busy] = lanes.takeReady(1, 0);
    lanes.dropShards(new Set([7]));
    expect(busy).toMatchObject({ delivery: { id: "1" } });
    expect([...lanes.heldDeliveryIds()].sort()).toEqual(["1", "3"]);
    expect(lanes.isBusyIn(7)).toBe(true);
  });
});
