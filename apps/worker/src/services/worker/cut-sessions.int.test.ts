import { eventually } from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CrashScene, openCrashScene } from "./testing/crash-scene.ts";

let scene: CrashScene;
beforeAll(async () => {
  scene = await openCrashScene();
});
afterAll(() => scene.end());

describe("a database that ends every session of its workers", () => {
  it("is found again by the same workers, which repeat nothing and count nothing as a try [DSP-19][TRB-07]", async () => {
    // However slow this machine: a worker that comes back in time is not taken for gone.
    const patient = { SAGASCOPE_SESSION_GRACE_MS: "600000" };
    const workers = await Promise.all([scene.startWorker(patient), scene.startWorker(patient)]);
    const subjects = Array.from({ length: 30 }, (_saga, at) => `cut-${at}-shippable`);
    for (const subject of subjects) await scene.send("xsm.fulfil.START", subject);
    for (const calls of [10, 40, 70]) {
      await eventually(`${calls} calls`, async () => scene.services.calls.length >= calls);
      await scene.rows(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
    }
    await scene.drained();

    for (const worker of workers) expect(worker.isRunning(), worker.output()).toBe(true);
    for (const subject of subjects) {
      expect(scene.services.callsOf(subject)).toEqual(["reserve", "charge", "ship"]);
    }
    expect(
      await scene.rows("SELECT 1 FROM sagascope.dead_letter WHERE subject LIKE 'cut-%'"),
    ).toEqual([]);
    const done = await scene.rows(
      "SELECT 1 FROM sagascope.instance WHERE subject LIKE 'cut-%' AND phase = 'completed' AND revision = 4",
    );
    expect(done).toHaveLength(subjects.length);
  });
});
