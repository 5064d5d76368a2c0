import { eventually } from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CrashScene, openCrashScene } from "./testing/crash-scene.ts";

const NEIGHBOURS = 20;
/** What the test project ends its process with when it is touched while armed. */
const EXPLODED = 70;

let scene: CrashScene;
beforeAll(async () => {
  scene = await openCrashScene();
});
afterAll(() => scene.end());

/** Start workers, each after the one before died, until nothing is left to do; returns how many died. */
async function runUntilDrained(): Promise<number> {
  for (let deaths = 0; ; deaths += 1) {
    const worker = await scene.startWorker();
    const outcome = await Promise.race([scene.drained(), worker.ended]);
    if (outcome === undefined) {
      await worker.kill();
      return deaths;
    }
    expect(outcome).toBe(EXPLODED);
  }
}

describe("a message that kills its worker", () => {
  it("ends as a dead letter after its own tries, and harms no neighbour [DSP-11][LEA-11]", async () => {
    const neighbours = Array.from({ length: NEIGHBOURS }, (_neighbour, at) => `neighbour-${at}`);
    for (const subject of neighbours.slice(0, NEIGHBOURS / 2)) await scene.send("touch", subject);
    await scene.send("touch", "deadly", { armed: true });
    await scene.send("touch", "deadly");
    for (const subject of neighbours.slice(NEIGHBOURS / 2)) await scene.send("touch", subject);

    // Once among others, when nobody knows whose fault it is, then by itself as often as it may be tried.
    expect(await runUntilDrained()).toBe(3);

    const letters = await scene.rows(
      "SELECT subject, reason, attempts, errors FROM sagascope.dead_letter",
    );
    expect(letters).toMatchObject([
      {
        subject: "deadly",
        reason: "max_attempts",
        attempts: 2,
        errors: [
          { name: "WorkerDied", attempt: 1 },
          { name: "WorkerDied", attempt: 2 },
        ],
      },
    ]);
    const touched = await scene.rows<{ subject: string; revision: number }>(
      "SELECT subject, revision FROM sagascope.instance WHERE machine_id = 'bomb'",
    );
    const all = [...neighbours, "deadly"].map((subject) => ({ subject, revision: 1 }));
    expect(touched).toHaveLength(all.length);
    expect(touched).toEqual(expect.arrayContaining(all));
  });
});

describe("a call that kills its worker", () => {
  it("ends as a dead letter after its own tries; a slow call beside it pays for none of its deaths [LEA-11]", async () => {
    const { services } = scene;
    const countOf = (service: string) =>
      services.calls.filter((call) => call.service === service).length;
    const untilCalled = (service: string, times: number) =>
      eventually(`${service} to be called`, async () => countOf(service) >= times);
    services.onCall = async ({ service, subject }) => {
      if (service === "kill") return untilCalled("slow", Math.min(2, countOf("kill")));
      if (subject !== "slow-call") return undefined;
      // It still runs when its worker dies, twice; by itself it fails for once, and then answers.
      if (countOf("slow") <= 2) return new Promise(() => undefined);
      return countOf("slow") === 3 ? "fails" : undefined;
    };
    await scene.send("call", "deadly-call", { armed: true });
    await scene.send("call", "slow-call");

    // Twice among others, then five times by itself, though it may fail but twice.
    expect(await runUntilDrained()).toBe(7);

    const letters = await scene.rows(
      "SELECT subject, source, reason, attempts, errors FROM sagascope.dead_letter WHERE machine_id = 'caller'",
    );
    expect(letters).toMatchObject([
      {
        subject: "deadly-call",
        source: "effect",
        reason: "max_attempts",
        attempts: 5,
        errors: [
          ...[1, 2, 3, 4, 5].map((attempt) => ({ name: "WorkerDied", attempt })),
          { name: "CallKillsWorkerError" },
        ],
      },
    ]);
    const calls = await scene.rows(
      "SELECT subject, status, attempts, deaths FROM sagascope.effect WHERE machine_id = 'caller' ORDER BY subject",
    );
    expect(calls).toEqual([
      { subject: "deadly-call", status: "dead", attempts: 6, deaths: 7 },
      { subject: "slow-call", status: "done", attempts: 2, deaths: 2 },
    ]);
  });
});

describe("a timer that kills its worker", () => {
  it("ends as a dead letter after its own tries, and the timers beside it fire", async () => {
    const neighbours = Array.from({ length: NEIGHBOURS }, (_neighbour, at) => `beside-${at}`);
    await scene.send("plant", "deadly-timer", { armed: true });
    for (const subject of neighbours) await scene.send("plant", subject);

    // Once among others, then by itself as often as it may be tried.
    expect(await runUntilDrained()).toBe(3);

    const letters = await scene.rows(
      "SELECT source, reason, attempts, states, errors FROM sagascope.dead_letter WHERE subject = 'deadly-timer'",
    );
    expect(letters).toMatchObject([
      {
        source: "state",
        reason: "max_attempts",
        attempts: 2,
        states: ["ticking"],
        errors: [{ name: "WorkerDied", source: "after.300", attempt: 2 }],
      },
    ]);
    const over = await scene.rows<{ subject: string; states: string[] }>(
      "SELECT subject, states FROM sagascope.instance WHERE machine_id = 'mine' ORDER BY subject",
    );
    const expected = [
      ...neighbours.map((subject) => ({ subject, states: ["over"] })),
      { subject: "deadly-timer", states: ["ticking"] },
    ];
    expect(over).toHaveLength(expected.length);
    expect(over).toEqual(expect.arrayContaining(expected));
  });
});
