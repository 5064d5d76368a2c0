/** What the engine makes over a PostgreSQL of your own; see bench/README.md. `DATABASE_URL=… npx tsx bench/engine.ts` */
import { randomUUID } from "node:crypto";
import { assign, createEngine, createEnvelope, defineProject, sagaBuilder } from "@sagascope/core";
import {
  fromPg,
  fromPgPool,
  openEnginePools,
  postgresEngineStores,
  publishEvents,
  registerProject,
} from "@sagascope/core/postgres";
import { migrate } from "@sagascope/database/migrate";
import pg from "pg";

const TRANSITIONS = 20_000;
const TRANSITION_SUBJECTS = 500;
const SAGAS = 1_000;
const SAGAS_AT_ONCE = 50;
const SAGAS_ALONE = 100;
const IDLE_EVENTS = 200;
const BACKLOG = 20_000;
const PUBLISH_AT_ONCE = 1_000;
const EFFECT_LEASE_MS = 15_000;
const SHARD_LEASE_MS = 10_000;

const saga = sagaBuilder("fulfil", { startEvent: "START" })
  .step("reserve", { invoke: "reserve", compensate: "release" })
  .step("charge", { invoke: "charge", compensate: "refund" })
  .step("ship", { invoke: "ship" });
const services = Object.fromEntries(
  ["reserve", "release", "charge", "refund", "ship"].map((name) => [name, async () => ({ name })]),
);
const project = defineProject({
  name: "bench",
  topics: ["commands", { name: "events", onUnknown: "ignore" }],
  routes: [
    { topic: "commands", type: "xsm.fulfil.START", machine: "fulfil" },
    { topic: "commands", type: "add", machine: "counter", event: "ADD" },
  ],
  machines: [
    { chart: saga.build(), logic: { ...saga.logic(), services } },
    {
      chart: {
        id: "counter",
        initial: "open",
        context: { total: 0 },
        states: { open: { on: { ADD: { actions: ["add"] } } } },
      },
      logic: { actions: { add: assign({ total: ({ context }) => context.total + 1 }) } },
    },
  ],
});

const databaseUrl = process.env.DATABASE_URL;
if (databaseUrl === undefined) throw new Error("set DATABASE_URL to a database of its own");
await migrate(databaseUrl);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
const pools = openEnginePools(databaseUrl, console.error);
const charts = await registerProject(fromPgPool(pool), project);

/** Told of every committed piece of work. */
const watchers = new Set<(subject: string, isDone: boolean) => void>();
const logger = { debug() {}, info() {}, warn: console.error, error: console.error };
const engineOf = () =>
  createEngine({
    project,
    charts,
    stores: postgresEngineStores({
      pools,
      connectionString: databaseUrl,
      project: project.name,
      workerId: `bench:${randomUUID()}`,
      leaseMs: SHARD_LEASE_MS,
      effectLeaseMs: EFFECT_LEASE_MS,
      logger,
    }),
    keys: undefined,
    logger,
    host: "bench",
    pid: process.pid,
    version: "bench",
    onResult: (result) => {
      if (result.kind !== "committed") return;
      const { commit } = result.plan;
      if (commit === undefined) return;
      const isDone = commit.instance?.status === "done";
      for (const watcher of watchers) watcher(commit.subject, isDone);
    },
  });

async function publish(type: string, subjects: readonly string[]): Promise<void> {
  for (let at = 0; at < subjects.length; at += PUBLISH_AT_ONCE) {
    const envelopes = subjects
      .slice(at, at + PUBLISH_AT_ONCE)
      .map((subject) =>
        createEnvelope({ type, subject, source: "/bench", data: { order: subject } }),
      );
    await publishEvents(fromPg(pool), { topic: "commands", envelopes, direction: "received" });
  }
}

/** Settles after so many commits, or so many that ended an instance. */
function seen(count: number, what: "commits" | "ends"): Promise<void> {
  let left = count;
  return new Promise((resolve) => {
    const watcher = (_subject: string, isDone: boolean) => {
      if (what === "ends" && !isDone) return;
      left -= 1;
      if (left > 0) return;
      watchers.delete(watcher);
      resolve();
    };
    watchers.add(watcher);
  });
}

const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1_000;
const percentile = (times: number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? 0;
const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_name, at) => `${prefix}-${at}`);

async function timeEach(subjects: readonly string[], type: string, what: "commits" | "ends") {
  const times: number[] = [];
  for (const subject of subjects) {
    const startedAt = performance.now();
    const done = seen(1, what);
    await publish(type, [subject]);
    await done;
    times.push(performance.now() - startedAt);
  }
  return `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`;
}

const run = randomUUID().slice(0, 8);
let cpu = process.cpuUsage();
/** With the processor time this process took since the last line: on a busy machine the truer figure. */
function report(what: string, figure: string): void {
  const { user, system } = process.cpuUsage(cpu);
  cpu = process.cpuUsage();
  console.log(
    `${what.padEnd(42)} ${figure.padEnd(28)} ${((user + system) / 1e6).toFixed(1)} s of CPU`,
  );
}

await publish("add", names(`${run}-backlog`, BACKLOG));
const engine = engineOf();
cpu = process.cpuUsage();
const startedAt = performance.now();
const drained = seen(BACKLOG, "commits");
await engine.start();
await drained;
report("drain of 20,000 waiting deliveries", `${Math.round(BACKLOG / secondsSince(startedAt))} /s`);

report(
  "idle: published → committed",
  await timeEach(names(`${run}-idle`, IDLE_EVENTS), "add", "commits"),
);
report(
  "one saga of 3 steps alone",
  await timeEach(names(`${run}-alone`, SAGAS_ALONE), "xsm.fulfil.START", "ends"),
);

const sagas = names(`${run}-saga`, SAGAS);
const sagasStartedAt = performance.now();
await Promise.all(
  names("lane", SAGAS_AT_ONCE).map(async (_lane, lane) => {
    for (const subject of sagas.filter((_saga, at) => at % SAGAS_AT_ONCE === lane)) {
      const done = new Promise<void>((resolve) => {
        const watcher = (ended: string, isDone: boolean) => {
          if (ended !== subject || !isDone) return;
          watchers.delete(watcher);
          resolve();
        };
        watchers.add(watcher);
      });
      await publish("xsm.fulfil.START", [subject]);
      await done;
    }
  }),
);
report("sagas of 3 steps, 50 at a time", `${Math.round(SAGAS / secondsSince(sagasStartedAt))} /s`);

const events = names(`${run}-t`, TRANSITION_SUBJECTS);
const transitionsStartedAt = performance.now();
const all = seen(TRANSITIONS, "commits");
for (let at = 0; at < TRANSITIONS / TRANSITION_SUBJECTS; at += 1) await publish("add", events);
await all;
report(
  "transitions, published while handled",
  `${Math.round(TRANSITIONS / secondsSince(transitionsStartedAt))} /s`,
);

await engine.stop();
await Promise.all([pools.close(), pool.end()]);
