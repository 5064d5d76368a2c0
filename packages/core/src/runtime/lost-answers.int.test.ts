import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineProject } from "../projects/define-project.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { type CuttingProxy, startCuttingProxy } from "../testing/cutting-proxy.ts";
import { storyOf } from "../testing/story-of.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { eventually, publish, startTestEngine } from "../testing/test-engine.ts";
import type { Engine } from "./engine.ts";

/** Far beyond any test: whoever waits for a lease to end waits in vain. */
const HOUR_MS = 3_600_000;

const calls: string[] = [];
const saga = sagaBuilder("fulfil", { startEvent: "START" })
  .step("reserve", { invoke: "reserve", compensate: "release" })
  .step("charge", { invoke: "charge", compensate: "refund" })
  .step("ship", { invoke: "ship" });
const CALLS = ["reserve", "charge", "ship", "refund", "release"];

const project = defineProject({
  name: "shop",
  topics: ["commands", { name: "events", onUnknown: "ignore" }],
  routes: [{ topic: "commands", type: "xsm.fulfil.START", machine: "fulfil" }],
  machines: [
    {
      chart: saga.build(),
      logic: {
        ...saga.logic(),
        services: Object.fromEntries(
          CALLS.map((name) => [
            name,
            async ({ subject }: { readonly subject: string }) => {
              calls.push(`${name} ${subject}`);
              if (name === "ship") throw new Error("no courier");
              return name;
            },
          ]),
        ),
      },
    },
  ],
});

let database: TestDatabase;
let proxy: CuttingProxy;
let engine: Engine;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startCuttingProxy(database.url);
  engine = await startTestEngine({ ...database, url: proxy.url }, project, {
    // Balancing commits, too: not while commits are counted.
    timings: { balanceMs: HOUR_MS, claimMs: 100, effectLeaseMs: HOUR_MS },
  });
});
afterAll(async () => {
  await engine.stop();
  await proxy.close();
  await database.drop();
});

/** Run one saga to its end, which is undone. */
async function runSaga(subject: string) {
  await publish(database.pool, "commands", "xsm.fulfil.START", subject);
  await eventually(`${subject} to be undone`, async () => {
    const { rows } = await database.pool.query(
      `SELECT (SELECT count(*) FROM sagascope.instance WHERE subject = $1 AND phase = 'compensated')
            - (SELECT count(*) FROM sagascope.delivery WHERE subject = $1) AS done`,
      [subject],
    );
    return rows[0].done === "1";
  });
  return storyOf(database.pool, "fulfil", subject);
}

describe("a connection that breaks at a COMMIT, which the server carries out", () => {
  it("costs no lease: the worker finds the calls of that commit and makes each once", async () => {
    const undisturbed = await runSaga("undisturbed");
    expect(undisturbed).toMatchObject({ instance: [{ phase: "compensated", revision: 6 }] });

    for (let step = 1; step <= 6; step += 1) {
      const subject = `cut at commit ${step}`;
      proxy.cutAtCommit(step);
      expect(await runSaga(subject), subject).toEqual(undisturbed);
      expect(calls.filter((call) => call.endsWith(subject))).toEqual(
        CALLS.map((name) => `${name} ${subject}`),
      );
      expect(proxy.cuts()).toBe(step);
    }
  });
});
