import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { defineProject } from "../projects/define-project.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { publishEvents } from "../stores/postgres/outbox/publish-events.ts";
import { fromPg } from "../stores/postgres/sql.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { eventually, startTestEngine } from "../testing/test-engine.ts";
import type { Engine } from "./engine.ts";

const WARM_UP_SAGAS = 2_000;
const SAGAS = 10_000;
const SAGAS_AT_ONCE = 500;
/** What one saga may leave behind for good: a few hundred bytes would be a leak, less is the noise of the measurement. */
const BYTES_A_SAGA_MAX = 100;
/** A minute on two idle cores; a busy machine takes a multiple. */
const TIMEOUT_MS = 600_000;

const answer = (name: string) => async () => `${name} answers`;
const saga = sagaBuilder("fulfil", { startEvent: "START" })
  .step("reserve", { invoke: "reserve", compensate: "release", timeoutMs: TIMEOUT_MS })
  .step("charge", { invoke: "charge", compensate: "refund", timeoutMs: TIMEOUT_MS })
  .step("ship", { invoke: "ship", timeoutMs: TIMEOUT_MS });
const names = ["reserve", "release", "charge", "refund"];

const project = defineProject({
  name: "memory",
  topics: ["commands", { name: "events", onUnknown: "ignore" }],
  routes: [{ topic: "commands", type: "xsm.fulfil.START", machine: "fulfil" }],
  machines: [
    {
      chart: saga.build(),
      logic: {
        ...saga.logic(),
        services: {
          ...Object.fromEntries(names.map((name) => [name, answer(name)])),
          // Every tenth saga is undone.
          ship: async ({ subject }) => {
            if (subject.endsWith("7")) throw new Error("no courier");
            return "shipped";
          },
        },
      },
    },
  ],
});

let database: TestDatabase;
let engine: Engine;
let ended = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  engine = await startTestEngine(database, project, {
    onResult: (result) => {
      if (result.kind === "committed" && result.plan.commit?.instance?.status === "done")
        ended += 1;
    },
  });
});
afterAll(async () => {
  await engine.stop();
  await database.drop();
});

/** Run sagas until so many have ended in all. */
async function runUpTo(total: number): Promise<void> {
  for (let from = ended; from < total; from = ended) {
    const envelopes = Array.from({ length: SAGAS_AT_ONCE }, (_saga, at) =>
      createEnvelope({
        type: "xsm.fulfil.START",
        source: "/test",
        subject: `order-${from + at}`,
        data: { lines: [{ sku: "lamp", quantity: at }] },
      }),
    );
    const publication = { topic: "commands", envelopes, direction: "received" as const };
    await publishEvents(fromPg(database.pool), publication);
    const isOver = async () => ended >= from + SAGAS_AT_ONCE && engine.counts().busy === 0;
    await eventually(`${from + SAGAS_AT_ONCE} sagas to end`, isOver, TIMEOUT_MS);
  }
}

/** Bytes in use once everything is collected that can be. */
function heapBytes(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let turn = 0; turn < 3; turn += 1) collect();
  return process.memoryUsage().heapUsed;
}

it(
  "keeps nothing of a saga in memory that has ended, over ten thousand of them [SAG-27]",
  async () => {
    await runUpTo(WARM_UP_SAGAS);
    const before = heapBytes();
    await runUpTo(SAGAS);
    const grown = heapBytes() - before;

    const { rows } = await database.pool.query(
      "SELECT phase, count(*)::int AS n FROM sagascope.instance GROUP BY phase ORDER BY phase",
    );
    expect(rows).toEqual([
      { phase: "compensated", n: SAGAS / 10 },
      { phase: "completed", n: (SAGAS / 10) * 9 },
    ]);
    expect(grown / (SAGAS - WARM_UP_SAGAS)).toBeLessThan(BYTES_A_SAGA_MAX);
  },
  TIMEOUT_MS,
);
