import { createEnvelope } from "@sagascope/core";
import {
  fromPg,
  fromPgPool,
  listFeeds,
  publishEvents,
  registerProject,
} from "@sagascope/core/postgres";
import { createTestDatabase, eventually, type TestDatabase } from "@sagascope/core/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import project from "./testing/feed-project.ts";
import { startServices, type TestServices } from "./testing/start-services.ts";
import { startWorker, type WorkerProcess } from "./testing/start-worker.ts";

const EVENTS = 40;
const BATCH = 5;
const FEED_PROJECT = new URL("./testing/feed-project.ts", import.meta.url);

let database: TestDatabase;
let services: TestServices;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await registerProject(fromPgPool(database.pool), project);
  services = await startServices();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await services.close();
  await database.drop();
});

async function startOne(): Promise<WorkerProcess> {
  const worker = startWorker(database.url, services.url, FEED_PROJECT);
  workers.push(worker);
  await worker.started;
  return worker;
}

async function publish(from: number, count: number): Promise<void> {
  for (let n = from; n < from + count; n += 1) {
    const envelope = createEnvelope({ type: "t", source: "/test", id: `e-${n}`, subject: "one" });
    const publication = { topic: "events", envelopes: [envelope], direction: "received" as const };
    await publishEvents(fromPg(database.pool), publication);
  }
}

const arrived = () => services.calls.flatMap(({ subject }) => subject.split("+"));
const leader = async () => (await listFeeds(fromPgPool(database.pool)))[0]?.leader ?? undefined;

it("takes over from a leader that is killed in the middle of a batch, loses nothing, and repeats that batch alone [LEA-18][RLY-25]", async () => {
  let kill: Promise<void> | undefined;
  services.onCall = async () => {
    if (services.calls.length !== 3 || kill !== undefined) return;
    const pid = Number((await leader())?.split(":")[1]);
    kill = workers.find((worker) => worker.pid === pid)?.kill();
    await kill; // taken by the far side, and nobody left to hear of it
  };
  await Promise.all([startOne(), startOne()]);
  await publish(1, EVENTS);

  await eventually("every event to arrive", async () => new Set(arrived()).size === EVENTS);

  expect(kill).toBeDefined();
  expect(workers.filter((worker) => worker.isRunning())).toHaveLength(1);
  const seen = arrived();
  const firsts = [...new Set(seen)];
  expect(firsts).toEqual(Array.from({ length: EVENTS }, (_event, n) => `e-${n + 1}`));
  expect(seen.length - firsts.length).toBeGreaterThan(0);
  expect(seen.length - firsts.length).toBeLessThanOrEqual(BATCH);
});

it("passes the feed on at once when its leader is told to stop [LEA-18]", async () => {
  const [running] = workers.filter((worker) => worker.isRunning());
  const next = await startOne();
  running?.terminate();
  expect(await running?.ended).toBe(0);
  await publish(EVENTS + 1, 1);

  await eventually("the event to arrive", async () => arrived().includes(`e-${EVENTS + 1}`));

  expect((await leader())?.split(":")[1]).toBe(String(next.pid));
});
