import { createEnvelope } from "@sagascope/core";
import {
  fromPg,
  fromPgPool,
  listFeeds,
  publishEvents,
  registerProject,
} from "@sagascope/core/postgres";
import { createTestDatabase, eventually, type TestDatabase } from "@sagascope/core/testing";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import project from "./testing/shared-feed-project.ts";
import { startServices, type TestServices } from "./testing/start-services.ts";
import { startWorker, type WorkerProcess } from "./testing/start-worker.ts";

const PROJECT = new URL("./testing/shared-feed-project.ts", import.meta.url);
const BATCH = 5;
const SUBJECTS = 12;

let database: TestDatabase;
let services: TestServices;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  services = await startServices();
});
afterAll(() => services.close());
beforeEach(async () => {
  database = await createTestDatabase();
  await registerProject(fromPgPool(database.pool), project);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.kill()));
  await database.drop();
});

async function startOne(): Promise<WorkerProcess> {
  const worker = startWorker(database.url, services.url, PROJECT);
  workers.push(worker);
  await worker.started;
  return worker;
}

/** Ids say the subject and which of its events it is. */
async function publish(from: number, each: number, type = "t"): Promise<void> {
  for (let n = from; n < from + each; n += 1) {
    const envelopes = Array.from({ length: SUBJECTS }, (_subject, s) =>
      createEnvelope({ type, source: "/test", id: `s${s}.${n}`, subject: `s${s}` }),
    );
    const publication = { topic: "events", envelopes, direction: "received" as const };
    await publishEvents(fromPg(database.pool), publication);
  }
}

const arrived = () => services.calls.flatMap(({ subject }) => subject.split("+"));
const firsts = () => [...new Set(arrived())];
/** Partitions by the process that leads them. */
async function shares(): Promise<Map<number, number>> {
  const byPid = new Map<number, number>();
  for (const { leader } of await listFeeds(fromPgPool(database.pool))) {
    const pid = Number(leader?.split(":")[1]);
    if (leader !== null) byPid.set(pid, (byPid.get(pid) ?? 0) + 1);
  }
  return byPid;
}
/** All are led, and nobody leads more than a fair share of the four, rounded up; so one of three may lead none. */
const isShared = async (processes: number) => {
  const all = [...(await shares()).values()];
  const isFair = all.every((one) => one <= Math.ceil(4 / processes));
  return isFair && all.reduce((sum, one) => sum + one, 0) === 4;
};

it("shares a feed's partitions among processes, and a killed one's share among the rest, with nothing lost and each subject in order [LIM-18][RLY-25]", async () => {
  await startOne();
  await eventually("one process to lead all", () => isShared(1));
  await Promise.all([startOne(), startOne()]);
  await eventually("three processes to share them", () => isShared(3));

  let kill: Promise<void> | undefined;
  services.onCall = async ({ service }) => {
    if (kill !== undefined || services.calls.length < 6) return;
    kill = workers.find(({ pid }) => service === `far-${pid}`)?.kill();
    await kill; // taken by the far side, and nobody left to hear of it
  };
  await publish(1, 8);
  await eventually("every event to arrive", async () => firsts().length === SUBJECTS * 8);
  await eventually("two processes to lead all", () => isShared(2));

  expect(kill).toBeDefined();
  for (let s = 0; s < SUBJECTS; s += 1) {
    const own = firsts().filter((id) => id.startsWith(`s${s}.`));
    expect(own).toEqual(Array.from({ length: 8 }, (_event, n) => `s${s}.${n + 1}`));
  }
  expect(arrived().length - firsts().length).toBeLessThanOrEqual(2 * BATCH); // what it led
  const used = new Set(services.calls.map(({ service }) => service));
  expect(used.size).toBe(3);
});

it("leaves out an event that kills each process that hands it on, and goes on behind it [DLQ-19]", async () => {
  services.onCall = () => undefined;
  const before = services.calls.length;
  const ids = () => services.calls.slice(before).flatMap(({ subject }) => subject.split("+"));
  const envelopes = ["a", "b", "deadly", "c", "d"].map((id) =>
    createEnvelope({ type: id === "deadly" ? id : "t", source: "/test", id, subject: "one" }),
  );
  await publishEvents(fromPg(database.pool), {
    ...{ topic: "events", envelopes, direction: "received" },
  });
  let deaths = 0;
  let worker = await startOne();
  const letters = async () =>
    (await database.pool.query("SELECT envelope_id, errors FROM sagascope.dead_letter")).rows;

  while ((await letters()).length === 0) {
    const ended = await Promise.race([
      worker.ended.then(() => true),
      eventually("a letter", async () => (await letters()).length > 0).then(() => false),
    ]);
    if (!ended) break;
    deaths += 1;
    expect(deaths).toBeLessThanOrEqual(6);
    worker = startWorker(database.url, services.url, PROJECT);
    workers.push(worker);
  }
  await eventually("what is behind it to arrive", async () => ids().includes("d"));

  expect([...new Set(ids())]).toEqual(["a", "b", "c", "d"]);
  expect(await letters()).toMatchObject([
    { envelope_id: "deadly", errors: [{ name: "DeadlyEventError" }] },
  ]);
  expect(deaths).toBeGreaterThanOrEqual(3);
});
