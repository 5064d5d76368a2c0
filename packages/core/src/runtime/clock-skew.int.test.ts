import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { assign } from "xstate";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { defineProject } from "../projects/define-project.ts";
import { RetryPolicy } from "../sagas/retry-policy.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { publishEvents } from "../stores/postgres/outbox/publish-events.ts";
import { fromPg } from "../stores/postgres/sql.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { eventually, publish, startTestEngine } from "../testing/test-engine.ts";
import type { Engine } from "./engine.ts";

const HOUR_MS = 3_600_000;
/** Longer than a busy machine keeps a worker waiting, and far shorter than the clocks are wrong. */
const LEASE_MS = 60_000;
const SAGAS = 24;
const SHARDS = 64;
const RETRY_MS = 400;
/** Far apart from the time it takes to start a worker. */
const WAIT_MS = 3_000;

const calls: string[] = [];
const failed = new Set<string>();

/** Each charge fails once; the chart waits and tries again. */
const saga = sagaBuilder("fulfil", { startEvent: "START" })
  .step("reserve", { invoke: "reserve", timeoutMs: HOUR_MS / 2 })
  .step("charge", {
    invoke: "charge",
    retry: new RetryPolicy({ maxAttempts: 2, baseMs: RETRY_MS, jitter: "none" }),
  });

const project = defineProject({
  name: "skew",
  topics: ["commands", { name: "events", onUnknown: "ignore" }],
  routes: [
    { topic: "commands", type: "xsm.fulfil.START", machine: "fulfil" },
    { topic: "commands", type: "touch", machine: "fragile", event: "TOUCH" },
    { topic: "commands", type: "remind", machine: "reminder", event: "REMIND" },
  ],
  machines: [
    {
      chart: saga.build(),
      logic: {
        ...saga.logic(),
        services: {
          reserve: async ({ subject }) => void calls.push(`reserve ${subject}`),
          charge: async ({ subject }) => {
            calls.push(`charge ${subject}`);
            if (failed.has(subject)) return "charged";
            failed.add(subject);
            throw new Error("busy");
          },
        },
      },
    },
    {
      chart: {
        id: "fragile",
        initial: "whole",
        states: { whole: { on: { TOUCH: { actions: ["breaks"] } } } },
      },
      attemptsMax: 3,
      logic: {
        actions: {
          breaks: assign(() => {
            throw new Error("broken");
          }),
        },
      },
    },
    {
      chart: {
        id: "reminder",
        initial: "idle",
        states: {
          idle: { on: { REMIND: "waiting" } },
          waiting: { after: { [WAIT_MS]: "reminded" } },
          reminded: { type: "final" },
        },
      },
      logic: {},
    },
  ],
});

let database: TestDatabase;
const engines: Engine[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
  await database.drop();
});

/** A worker whose clock is wrong by this much. */
async function startSkewed(skewMs: number): Promise<Engine> {
  const engine = await startTestEngine(database, project, {
    clock: { now: () => new Date(Date.now() + skewMs) },
    leaseMs: LEASE_MS,
    timings: { effectLeaseMs: LEASE_MS },
  });
  engines.push(engine);
  return engine;
}

const rows = async <Row>(text: string): Promise<Row[]> => (await database.pool.query(text)).rows;

/** What a timer took beyond its delay, from the step that set it to the step it caused, by the database's clock. */
const LATENESS = `
  SELECT fired.subject, extract(epoch FROM fired.at - before.at)::double precision * 1000 - $1 AS late
  FROM sagascope.history fired JOIN sagascope.history before
    ON before.machine_id = fired.machine_id AND before.subject = fired.subject AND before.revision = fired.revision - 1
  WHERE fired.cause_kind = 'timer'`;

async function latenessMs(delayMs: number): Promise<readonly number[]> {
  const found = await database.pool.query(LATENESS, [delayMs]);
  return found.rows.map(({ late }) => late);
}

describe("workers whose clocks are an hour before and an hour behind", () => {
  it("share the work as others do: no lease ends early, no call is made twice, no wait is cut or drawn out", async () => {
    const fast = await startSkewed(HOUR_MS);
    const slow = await startSkewed(-HOUR_MS);
    await eventually("the shards to be shared", async () =>
      [fast, slow].every((engine) => engine.counts().shards === SHARDS / 2),
    );
    const tokens = await rows(
      "SELECT shard, owner, token FROM sagascope.lane_shard ORDER BY shard",
    );
    for (let saga = 0; saga < SAGAS; saga += 1) {
      await publish(database.pool, "commands", "xsm.fulfil.START", `order-${saga}`);
      await publish(database.pool, "commands", "touch", `vase-${saga}`);
    }
    await eventually("all sagas and letters", async () => {
      const [row] = await rows<{ n: number }>(
        `SELECT (SELECT count(*) FROM sagascope.instance WHERE phase = 'completed')::int
              + (SELECT count(*) FROM sagascope.dead_letter)::int AS n`,
      );
      return row?.n === 2 * SAGAS;
    });

    const expected = Array.from({ length: SAGAS }, (_saga, at) => [
      `charge order-${at}`,
      `charge order-${at}`,
      `reserve order-${at}`,
    ]).flat();
    expect([...calls].sort()).toEqual(expected.sort());
    expect(await rows("SELECT DISTINCT attempts FROM sagascope.effect")).toEqual([{ attempts: 1 }]);
    expect(
      await rows("SELECT shard, owner, token FROM sagascope.lane_shard ORDER BY shard"),
    ).toEqual(tokens);
    expect(await rows("SELECT DISTINCT attempts FROM sagascope.dead_letter")).toEqual([
      { attempts: 3 },
    ]);
    const late = await latenessMs(RETRY_MS);
    expect(late).toHaveLength(SAGAS);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
    const workers = await rows("SELECT DISTINCT worker_id FROM sagascope.history");
    expect(workers).toHaveLength(2);
  });

  it("hand timers on with their times as they are: due by the database's clock, whoever set them and whoever fires them", async () => {
    const DUE = "SELECT subject, due_at FROM sagascope.timer ORDER BY subject";
    const setter = await startSkewed(HOUR_MS);
    const envelopes = Array.from({ length: SAGAS }, (_timer, at) =>
      createEnvelope({ type: "remind", source: "/test", subject: `reminder-${at}` }),
    );
    const publication = { topic: "commands", envelopes, direction: "received" as const };
    await publishEvents(fromPg(database.pool), publication); // set together, long before they are due
    await eventually("every timer to be set", async () => (await rows(DUE)).length === SAGAS);
    const due = await rows<{ subject: string; due_at: Date }>(DUE);
    await setter.stop();
    expect(await rows(DUE)).toEqual(due);
    await startSkewed(-HOUR_MS);
    await eventually("every timer to fire", async () => (await rows(DUE)).length === 0);

    const fired = await rows<{ subject: string; at: Date }>(
      "SELECT subject, at FROM sagascope.history WHERE cause_kind = 'timer' ORDER BY subject",
    );
    expect(fired.map(({ subject }) => subject)).toEqual(due.map(({ subject }) => subject));
    for (const [at, { due_at: dueAt }] of due.entries()) {
      expect(fired[at]?.at.getTime()).toBeGreaterThanOrEqual(dueAt.getTime());
    }
  });
});
