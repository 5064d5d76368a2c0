import { eventually } from "@sagascope/core/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CrashScene, openCrashScene } from "./testing/crash-scene.ts";

const SUBJECTS = 12;

let scene: CrashScene;
beforeEach(async () => {
  scene = await openCrashScene();
});
afterEach(() => scene.end());

const count = async (of: string) => {
  const [row] = await scene.rows<{ n: number }>(`SELECT count(*)::int AS n FROM ${of}`);
  return row?.n;
};

const sendToAll = (type: string) =>
  Promise.all(
    Array.from({ length: SUBJECTS }, (_subject, at) => scene.send(type, `s-${at}`, { n: at })),
  );

describe("a worker told how much it may do at once", () => {
  it("has no more service calls under way than SAGASCOPE_CALLS_MAX [DSP-07][DSP-28][SEC-07]", async () => {
    let underWay = 0;
    let most = 0;
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    scene.services.onCall = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await held;
      underWay -= 1;
    };
    await sendToAll("xsm.fulfil.START");
    await scene.startWorker({ SAGASCOPE_CALLS_MAX: "2" });
    await eventually(
      "all sagas to wait for a call",
      async () => (await count("sagascope.effect")) === SUBJECTS && underWay === 2,
    );
    letGo();
    await scene.drained();
    expect(most).toBe(2);
    expect(scene.services.calls).toHaveLength(3 * SUBJECTS);
  });

  it.each([
    ["1", SUBJECTS],
    ["200", 1],
  ])("commits no more steps at once than SAGASCOPE_BATCH_MAX=%s", async (max, transactions) => {
    await sendToAll("entry");
    await scene.startWorker({ SAGASCOPE_BATCH_MAX: max, SAGASCOPE_BATCHES_MAX: "1" });
    await scene.drained();
    expect(await count("sagascope.history")).toBe(SUBJECTS);
    expect(await count("(SELECT DISTINCT xmin::text FROM sagascope.history) h")).toBe(transactions);
  });
});

describe("a worker told how long it may take to stop", () => {
  it.each([
    ["0", "hands back a call at once", "pending"],
    ["60000", "waits for a call and keeps its result", "done"],
  ])("of SAGASCOPE_STOP_MS=%s %s", async (stopMs, _what, status) => {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    scene.services.onCall = () => answered;
    const worker = await scene.startWorker({ SAGASCOPE_STOP_MS: stopMs });
    await scene.send("xsm.fulfil.START", "order-1");
    await eventually("the call", async () => scene.services.calls.length === 1);
    worker.terminate();
    const held = "sagascope.lane_shard WHERE owner IS NOT NULL";
    await eventually("the worker to leave", async () => (await count(held)) === 0);
    if (status === "done") answer(); // whoever hands it back does not wait for it
    expect(await worker.ended).toBe(0);
    answer();
    const [call] = await scene.rows<{ status: string }>(
      "SELECT status FROM sagascope.effect ORDER BY id LIMIT 1",
    );
    expect(call?.status).toBe(status);
  });
});
