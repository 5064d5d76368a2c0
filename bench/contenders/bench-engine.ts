import { randomUUID } from "node:crypto";
import {
  type BatchResult,
  createEngine,
  createEnvelope,
  type Envelope,
  type JsonObject,
  type Project,
} from "@sagascope/core";
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
import { createArrivals, createCountdown } from "./arrivals.ts";

const PUBLISH_AT_ONCE = 1_000;
const PUBLISHER_CONNECTIONS_MAX = 4;
// As the worker's own defaults.
const EFFECT_LEASE_MS = 15_000;
const SHARD_LEASE_MS = 10_000;

/** A message to be published. */
export interface Outgoing {
  readonly type: string;
  readonly subject: string;
  readonly data: JsonObject;
}

/** One worker's engine on a database of its own, an application that publishes to it, and what it committed. */
export interface BenchEngine {
  /** The application's connections. */
  readonly pool: pg.Pool;
  start(): Promise<void>;
  publish(topic: string, messages: readonly Outgoing[]): Promise<void>;
  /** Settles after so many further commits. */
  committed(count: number): Promise<void>;
  /** Settles when the instance of this subject has ended. */
  ended(subject: string): Promise<void>;
  close(): Promise<void>;
}

/** Migrate the database and register the project; nothing works before `start`. */
export async function openBenchEngine(databaseUrl: string, project: Project): Promise<BenchEngine> {
  await migrate(databaseUrl);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: PUBLISHER_CONNECTIONS_MAX });
  const pools = openEnginePools(databaseUrl, console.error);
  const ends = createArrivals();
  const watchers = new Set<() => void>();
  const engine = createEngine({
    project,
    charts: await registerProject(fromPgPool(pool), project),
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
    onResult(result) {
      const commit = commitOf(result);
      if (commit === undefined) return;
      for (const watcher of watchers) watcher();
      if (commit.instance?.status === "done") ends.arrived(commit.subject);
    },
  });

  return {
    pool,
    start: () => engine.start(),
    publish: (topic, messages) => publish(pool, topic, messages),
    async committed(count) {
      const commits = createCountdown(count);
      watchers.add(commits.count);
      await commits.reached;
      watchers.delete(commits.count);
    },
    ended: (subject) => ends.of(subject),
    async close() {
      await engine.stop();
      await Promise.all([pools.close(), pool.end()]);
    },
  };
}

const logger = { debug() {}, info() {}, warn: console.error, error: console.error };

function commitOf(result: BatchResult) {
  return result.kind === "committed" ? result.plan.commit : undefined;
}

async function publish(pool: pg.Pool, topic: string, messages: readonly Outgoing[]): Promise<void> {
  for (let at = 0; at < messages.length; at += PUBLISH_AT_ONCE) {
    await publishEvents(fromPg(pool, { prepared: true }), {
      topic,
      envelopes: messages.slice(at, at + PUBLISH_AT_ONCE).map(toEnvelope),
      direction: "received",
    });
  }
}

function toEnvelope({ type, subject, data }: Outgoing): Envelope {
  return createEnvelope({ type, subject, source: "/bench", data });
}
