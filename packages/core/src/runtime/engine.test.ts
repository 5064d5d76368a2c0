import { describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { silentLogger } from "../kernel/logger.ts";
import { defineProject } from "../projects/define-project.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { memoryInspection } from "../stores/memory/inspection/memory-inspection.ts";
import { createMemoryDatabase } from "../stores/memory/memory-database.ts";
import { memoryEngineStores } from "../stores/memory/memory-engine-stores.ts";
import { insertEvents } from "../stores/memory/outbox/publish-events.ts";
import { registerProject } from "../stores/memory/projects/register-project.ts";
import { createEngine } from "./engine.ts";

const SAGAS = 50;

const saga = sagaBuilder("fulfil", { startEvent: "START" })
  .step("reserve", { invoke: "reserve", compensate: "release" })
  .step("ship", { invoke: "ship" });

const service = (answer: string) => async () => answer;

const project = defineProject({
  name: "shop",
  topics: ["commands", { name: "events", onUnknown: "ignore" }],
  machines: [
    {
      chart: saga.build(),
      logic: {
        ...saga.logic(),
        services: { reserve: service("r"), release: service("-r"), ship: service("s") },
      },
    },
  ],
  routes: [{ topic: "commands", type: "xsm.fulfil.START", machine: "fulfil" }],
});

describe("the worker's loop over stores in memory", () => {
  it("leaves, and runs nothing, if it cannot be started", async () => {
    const db = createMemoryDatabase();
    const charts = registerProject(db, project);
    const worker = { project: "shop", workerId: "w", leaseMs: 10_000, effectLeaseMs: 15_000 };
    const stores = memoryEngineStores(db, worker);
    let hasLeft = false;
    const engine = createEngine({
      project,
      charts,
      stores: {
        ...stores,
        workers: {
          ...stores.workers,
          async leave() {
            hasLeft = true;
            await stores.workers.leave();
          },
        },
        wakeUps: {
          async listen() {
            throw new Error("too many connections");
          },
        },
      },
      keys: undefined,
      logger: silentLogger,
      host: "h",
      pid: 1,
      version: "1",
    });
    await expect(engine.start()).rejects.toThrow("too many connections");
    expect(hasLeft).toBe(true);
  });

  it("leaves only once it takes no shards any more", async () => {
    const db = createMemoryDatabase();
    const charts = registerProject(db, project);
    const worker = { project: "shop", workerId: "w", leaseMs: 10_000, effectLeaseMs: 15_000 };
    const stores = memoryEngineStores(db, worker);
    let looks = 0;
    let look: () => void = () => undefined;
    const looking = new Promise<void>((resolve) => {
      look = resolve;
    });
    let go: () => void = () => undefined;
    const mayGo = new Promise<void>((resolve) => {
      go = resolve;
    });
    const engine = createEngine({
      project,
      charts,
      stores: {
        ...stores,
        workers: {
          ...stores.workers,
          async balance(request) {
            looks += 1;
            if (looks > 1) {
              look();
              await mayGo;
            }
            return stores.workers.balance(request);
          },
        },
      },
      timings: { balanceMs: 1 },
      keys: undefined,
      logger: silentLogger,
      host: "h",
      pid: 1,
      version: "1",
    });
    await engine.start();
    await looking;
    const stopped = engine.stop();
    await new Promise(setImmediate);
    go();
    await stopped;
    expect(db.shards.rows().filter(({ owner }) => owner !== undefined)).toEqual([]);
  });

  it("does not look for new work after a step that publishes for nobody here", async () => {
    const db = createMemoryDatabase();
    const charts = registerProject(db, project);
    const worker = { project: "shop", workerId: "w", leaseMs: 10_000, effectLeaseMs: 15_000 };
    const stores = memoryEngineStores(db, worker);
    let reads = 0;
    let ended: () => void = () => undefined;
    const end = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const engine = createEngine({
      project,
      charts,
      stores: {
        ...stores,
        lanes: {
          ...stores.lanes,
          readDeliveries(request) {
            reads += 1;
            return stores.lanes.readDeliveries(request);
          },
        },
      },
      ...{ keys: undefined, logger: silentLogger, host: "h", pid: 1, version: "1" },
      limits: { sweepMs: 3_600_000 },
      onResult: (result) => {
        if (result.kind === "committed" && result.plan.commit?.instance?.status === "done") ended();
      },
    });
    await engine.start();
    await new Promise(setImmediate);
    reads = 0;
    const start = createEnvelope({ type: "xsm.fulfil.START", source: "/t", subject: "o-1" });
    insertEvents(db, [{ topic: "commands", envelope: start }], "received");
    await end;
    expect(reads).toBe(1);
    await engine.stop();
  });

  it("is woken by what is published, runs sagas to their end, and leaves nothing behind", async () => {
    const db = createMemoryDatabase();
    const charts = registerProject(db, project);
    const worker = { project: "shop", workerId: "w", leaseMs: 10_000, effectLeaseMs: 15_000 };
    let finished = 0;
    let allFinished: () => void = () => undefined;
    const end = new Promise<void>((resolve) => {
      allFinished = resolve;
    });
    const engine = createEngine({
      project,
      charts,
      stores: memoryEngineStores(db, worker),
      keys: undefined,
      logger: silentLogger,
      host: "h",
      pid: 1,
      version: "1",
      onResult: (result) => {
        if (result.kind !== "committed") return;
        if (result.plan.commit?.instance?.status === "done") finished += 1;
        if (finished === SAGAS) allFinished();
      },
    });
    await engine.start();
    const envelopes = Array.from({ length: SAGAS }, (_saga, n) =>
      createEnvelope({ type: "xsm.fulfil.START", source: "/a", subject: `o-${n}`, data: {} }),
    );
    insertEvents(
      db,
      envelopes.map((envelope) => ({ topic: "commands", envelope })),
      "received",
    );

    await end;
    await engine.stop();

    const inspect = memoryInspection(db);
    const instances = await inspect.instances();
    expect(instances.map(({ states }) => states)).toEqual(envelopes.map(() => ["completed"]));
    expect(await inspect.deliveries()).toEqual([]);
    expect(db.shards.rows().filter(({ owner }) => owner !== undefined)).toEqual([]);
    expect(engine.counts()).toMatchObject({ held: 0, busy: 0 });
  });
});
