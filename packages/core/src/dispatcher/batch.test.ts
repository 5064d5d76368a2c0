import { beforeEach, describe, expect, it } from "vitest";
import { assign } from "xstate";
import type { LaneStore } from "../engine/engine-store.ts";
import { CommitConflictError } from "../engine/errors.ts";
import type { EffectRecord, InstanceRecord } from "../engine/records.ts";
import type { StepCommit } from "../engine/step-commit.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { encodeEnvelope } from "../envelope/encode-envelope.ts";
import { StoreUnavailableError } from "../kernel/errors.ts";
import { testPlanEnvironment } from "../testing/plan-environment.ts";
import { runBatch } from "./batch.ts";
import { createInstanceCache } from "./instance-cache.ts";
import { createRedeliveryWatch } from "./redelivery-watch.ts";
import type { Work } from "./work.ts";

const counter = {
  chart: {
    id: "counter",
    version: "1",
    initial: "open",
    context: { total: 0 },
    states: {
      open: { on: { ADD: { actions: ["add"] }, CLOSE: "closed" } },
      closed: { type: "final" },
    },
  },
  logic: { actions: { add: assign({ total: ({ context }) => context.total + 1 }) } },
};
const env = testPlanEnvironment([counter]);

/** A store of instances and receipts that refuses what no longer fits, and counts what it is asked. */
function smallStore() {
  const instances = new Map<string, InstanceRecord>();
  const receipts = new Map<string, string>();
  const asked = { loads: 0, inbox: 0, commits: 0 };
  const write = ({ machineId, subject, instance, receipt }: StepCommit) => {
    if (receipt) receipts.set(receipt.key, receipt.fingerprint);
    if (!instance) return;
    const { expectedRevision: _expected, ...written } = instance;
    instances.set(subject, { machineId, subject, ...written });
  };
  const store: Pick<LaneStore, "load" | "commit"> = {
    load: async (_keys, receiptKeys) => {
      asked.loads += 1;
      if (receiptKeys.length > 0) asked.inbox += 1;
      return {
        instance: ({ subject }) => instances.get(subject),
        receipt: ({ key }) => {
          const isAsked = receiptKeys.some((asking) => asking.key === key);
          const fingerprint = isAsked ? receipts.get(key) : undefined;
          return fingerprint === undefined ? undefined : { fingerprint };
        },
      };
    },
    commit: async (commits) => {
      asked.commits += 1;
      const fits = commits.every(
        ({ subject, instance, receipt }) =>
          (instance?.expectedRevision ?? instances.get(subject)?.revision ?? 0) ===
            (instances.get(subject)?.revision ?? 0) && !receipts.has(receipt?.key ?? ""),
      );
      if (!fits) throw new CommitConflictError("row", 1, 0);
      commits.forEach(write);
      return { effects: [], hasDeliveries: false };
    },
  };
  return { store: store as LaneStore, instances, asked };
}

const delivery = (
  id: string,
  subject: string,
  event = "ADD",
): Extract<Work, { kind: "delivery" }> => ({
  kind: "delivery",
  delivery: {
    id,
    fence: { shard: 0, token: "1" },
    kind: "queue",
    sink: "counter",
    subject,
    topic: "t",
    envelope: encodeEnvelope(
      createEnvelope({
        id: `e-${id}`,
        type: `xsm.counter.${event}`,
        source: "/t",
        subject,
        data: {},
      }),
    ),
    deliveries: 0,
    attempts: 0,
    errors: [],
    dueInMs: 0,
  },
});

describe("a batch", () => {
  let nowMs = 0;
  let scene: ReturnType<typeof makeScene>;
  beforeEach(() => {
    nowMs = 0;
    scene = makeScene();
  });

  function makeScene() {
    const small = smallStore();
    const deps = {
      env,
      store: small.store,
      prepareCharts: async () => undefined,
      cache: createInstanceCache(),
      redeliveries: createRedeliveryWatch(() => nowMs),
    };
    const run = async (...works: Extract<Work, { kind: "delivery" }>[]) =>
      (await runBatch(deps, works, async () => undefined)).results.map((result) =>
        result.kind === "committed" ? result.plan.outcome : result.kind,
      );
    return { ...small, ...deps, run };
  }

  it("needs no read for a lane it wrote before", async () => {
    await scene.run(delivery("1", "a"));
    expect(scene.asked).toEqual({ loads: 1, inbox: 0, commits: 1 });
    expect(await scene.run(delivery("2", "a"))).toEqual(["processed"]);
    expect(scene.asked).toEqual({ loads: 1, inbox: 0, commits: 2 });
    expect(scene.instances.get("a")).toMatchObject({
      revision: 2,
      snapshot: { context: { total: 2 } },
    });
  });

  it("is planned again on what the store holds when somebody else moved an instance [RTY-05]", async () => {
    await scene.run(delivery("1", "a"), delivery("2", "b"));
    const moved = scene.instances.get("a");
    if (moved) scene.instances.set("a", { ...moved, revision: 7 });

    expect(await scene.run(delivery("3", "a"), delivery("4", "b"))).toEqual([
      "processed",
      "processed",
    ]);
    expect(scene.instances.get("a")).toMatchObject({ revision: 8 });
    expect(scene.instances.get("b")).toMatchObject({ revision: 2 });
  });

  it("finds a redelivery by the receipt in its way, and asks the inbox first for a minute", async () => {
    await scene.run(delivery("1", "a"));
    expect(await scene.run(delivery("1", "a"), delivery("2", "b"))).toEqual([
      "duplicate",
      "processed",
    ]);
    expect(scene.instances.get("a")).toMatchObject({ revision: 1 });
    expect(scene.asked).toMatchObject({ inbox: 1, commits: 3 });

    expect(await scene.run(delivery("1", "a"))).toEqual(["duplicate"]);
    expect(scene.asked).toMatchObject({ inbox: 2, commits: 4 });
    nowMs = 61_000;
    await scene.run(delivery("3", "a"));
    expect(scene.asked).toMatchObject({ inbox: 2 });
  });

  it("does not take a redelivery to an instance that ended for a new event", async () => {
    await scene.run(delivery("1", "a"));
    await scene.run(delivery("2", "a", "CLOSE"));
    expect(await scene.run(delivery("1", "a"))).toEqual(["duplicate"]);
    expect(await scene.run(delivery("9", "a"))).toEqual(["dead_lettered"]);
  });

  it("gives up nothing on an instance that may be stale", async () => {
    await scene.run(delivery("1", "a"));
    const open = scene.instances.get("a");
    if (!open) throw new Error("nothing was written");
    scene.cache.drop(open);
    scene.cache.learn(open, { ...open, status: "done" });
    expect(await scene.run(delivery("2", "a"))).toEqual(["processed"]);
  });

  it("keeps what was committed one by one before the store went away, and holds the rest", async () => {
    const { commit } = scene.store;
    let commits = 0;
    scene.store.commit = async (steps) => {
      commits += 1;
      if (commits === 1) throw new Error("a row of one of them cannot be written");
      if (commits > 2) throw new StoreUnavailableError("commit steps");
      await commit(steps);
      return { effects: [{ id: "call-1" } as EffectRecord], hasDeliveries: true };
    };
    const works = [delivery("1", "a"), delivery("2", "b"), delivery("3", "c")];
    const outcome = await runBatch(scene, works, async () => undefined);
    expect(outcome.results.map(({ kind }) => kind)).toEqual(["committed", "held", "held"]);
    expect(outcome).toMatchObject({ effects: [{ id: "call-1" }], hasDeliveries: true });
  });
});
