import { afterEach, beforeEach } from "vitest";
import type { EngineInspection } from "../engine/engine-inspection.ts";
import type { EngineStores } from "../engine/engine-stores.ts";
import type { ChartRecord, DeliveryRecord } from "../engine/records.ts";
import type { LetterFilter, LetterSelection, SelectionPurpose } from "../engine/replay-jobs.ts";
import type { ScheduledEvent } from "../engine/schedule-store.ts";
import type { ShardFence } from "../engine/step-commit.ts";
import { createEnvelope } from "../envelope/create-envelope.ts";
import type { Envelope } from "../envelope/envelope.ts";
import type { CommandRequest } from "../operations/command-request.ts";
import type { JobChange, JobRequest } from "../operations/jobs/job-request.ts";
import { defineProject, type Project } from "../projects/define-project.ts";

/** What a contract asks stores to be made for. */
export interface StoresRequest {
  /** To be registered before the stores are handed out. */
  readonly project: Project;
  /** How long a shard is held without renewal, and a worker thought alive without a beat. */
  readonly leaseMs: number;
  /** How long a service call is held. */
  readonly effectLeaseMs: number;
}

/** Stores under test, with what a contract needs to look into them and to move their clock. */
export interface StoresUnderTest {
  /** The stores of one worker; all workers share what is stored. */
  storesOf(workerId: string): EngineStores;
  readonly charts: readonly ChartRecord[];
  readonly inspect: EngineInspection;
  publish(
    topic: string,
    envelopes: readonly Envelope[],
  ): Promise<{ readonly events: number; readonly deliveries: number }>;
  schedule(events: readonly ScheduledEvent[]): Promise<{
    readonly keys: readonly string[];
    readonly replaced: number;
  }>;
  cancelScheduled(topic: string, keys: readonly string[]): Promise<readonly string[]>;
  requestCommand(request: CommandRequest): Promise<string>;
  /** Bulk replays as an operator has them. */
  readonly jobs: JobsUnderTest;
  /** Let the store's clock run on: leases end, timers fall due. No call may wait for real time. */
  passTime(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** What an operator can do with bulk replays. */
export interface JobsUnderTest {
  freeze(filter: LetterFilter, purpose?: SelectionPurpose): Promise<LetterSelection>;
  start(request: JobRequest): Promise<string>;
  change(request: {
    readonly id: string;
    readonly change: JobChange;
    readonly actor: string;
    readonly reason?: string;
  }): Promise<void>;
}

/** How a third party runs the contracts on stores of its own. */
export interface EngineContractOptions {
  /** Make empty stores, isolated from all others this returned. */
  readonly makeStores: (request: StoresRequest) => Promise<StoresUnderTest>;
}

export const CONTRACT_LEASE_MS = 10_000;
export const CONTRACT_EFFECT_LEASE_MS = 15_000;

const quiet = (id: string) => ({
  chart: { id, initial: "open", states: { open: { on: { GO: "open" } } } },
  logic: {},
});

/** Two machines, a topic that wants every type known, and a shared one with two relays on it. */
export const CONTRACT_PROJECT = defineProject({
  name: "contract",
  topics: ["commands", { name: "events", onUnknown: "ignore" }],
  machines: [quiet("order"), quiet("audit")],
  routes: [
    { topic: "commands", type: "order.place", machine: "order", event: "GO" },
    { topic: "events", type: "order.placed", machine: "order" },
    { topic: "events", type: "order.placed", machine: "audit", event: "GO" },
  ],
  relays: [
    { name: "copy", topic: "events", publish: async () => undefined },
    {
      name: "placed-only",
      topic: "events",
      types: ["order.placed"],
      publish: async () => undefined,
    },
  ],
});

/** Fresh stores for one test, and one worker that holds every shard. */
export interface ContractBench {
  readonly under: StoresUnderTest;
  readonly stores: EngineStores;
  readonly fences: readonly ShardFence[];
  readonly shards: readonly number[];
  /** The version of machine `order`. */
  readonly chartId: number;
  /** Publish an envelope to `commands` and read its delivery. */
  deliver(subject: string, fields?: { readonly id?: string }): Promise<DeliveryRecord>;
  /** Everything that waits, as this worker reads it. */
  read(): Promise<readonly DeliveryRecord[]>;
}

/** A bench for each test of the surrounding `describe`. */
export function contractBench({ makeStores }: EngineContractOptions): () => ContractBench {
  let bench: ContractBench | undefined;
  beforeEach(async () => {
    bench = await openBench(
      await makeStores({
        project: CONTRACT_PROJECT,
        leaseMs: CONTRACT_LEASE_MS,
        effectLeaseMs: CONTRACT_EFFECT_LEASE_MS,
      }),
    );
  });
  afterEach(() => bench?.under.close());
  return () => {
    if (bench === undefined) throw new Error("no bench: ask for it inside a test");
    return bench;
  };
}

/** Join as a worker and take what a fair share gives. */
export async function joinAs(
  under: StoresUnderTest,
  workerId: string,
): Promise<{ readonly stores: EngineStores; readonly fences: readonly ShardFence[] }> {
  const stores = under.storesOf(workerId);
  await stores.workers.register({ host: "h", pid: 1, version: "1", machines: [] });
  const { shards } = await stores.workers.balance({ release: [] });
  return { stores, fences: shards };
}

async function openBench(under: StoresUnderTest): Promise<ContractBench> {
  const { stores, fences } = await joinAs(under, "first");
  const read = () => stores.lanes.readDeliveries({ shards: fences, exceptIds: [], limit: 100 });
  return {
    under,
    stores,
    fences,
    shards: fences.map(({ shard }) => shard),
    chartId: under.charts.find(({ machineId }) => machineId === "order")?.id ?? 0,
    read,
    async deliver(subject, fields = {}) {
      const envelope = createEnvelope({
        type: "order.place",
        source: "/contract",
        subject,
        data: { n: 1 },
        ...fields,
      });
      await under.publish("commands", [envelope]);
      const found = (await read()).findLast((delivery) => delivery.subject === subject);
      if (found === undefined) throw new Error(`no delivery for '${subject}'`);
      return found;
    },
  };
}
