import { afterAll, beforeAll, expect, it } from "vitest";
import { defineProject } from "../projects/define-project.ts";
import { type FaultProxy, startFaultProxy } from "../testing/fault-proxy.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { eventually, publish, startTestEngine } from "../testing/test-engine.ts";

const project = defineProject({
  name: "silent",
  topics: ["in", "events"],
  routes: [{ topic: "in", type: "count", machine: "counter", event: "COUNT" }],
  machines: [
    {
      chart: { id: "counter", initial: "open", states: { open: { on: { COUNT: "open" } } } },
      logic: {},
    },
  ],
});

let database: TestDatabase;
let proxy: FaultProxy;
beforeAll(async () => {
  database = await createTestDatabase();
  const { hostname, port } = new URL(database.url);
  proxy = await startFaultProxy({ host: hostname, port: Number(port || 5432) });
});
afterAll(async () => {
  await proxy.close();
  await database.drop();
});

it("a network that swallows what a worker sends costs no attempt, and the worker goes on when it is back", async () => {
  const url = new URL(database.url);
  url.host = `127.0.0.1:${proxy.port}`;
  const warned: string[] = [];
  const engine = await startTestEngine({ pool: database.pool, url: url.href }, project, {
    patience: { quietMs: 200, probeMs: 500, connectMs: 2_000 },
    logger: {
      debug: () => undefined,
      info: () => undefined,
      warn: (text) => void warned.push(text),
      error: () => undefined,
    },
  });
  const revisionOf = async () => {
    const { rows } = await database.pool.query("SELECT revision FROM sagascope.instance");
    return rows[0]?.revision;
  };
  await publish(database.pool, "in", "count", "s-1");
  await eventually("the first step", async () => (await revisionOf()) === 1);

  proxy.hang(true);
  await publish(database.pool, "in", "count", "s-1");
  await eventually("the worker to see the outage", async () =>
    warned.includes("deliveries could not be read"),
  );
  const { rows } = await database.pool.query("SELECT attempts, errors FROM sagascope.delivery");
  expect(rows).toEqual([{ attempts: 0, errors: [] }]);

  proxy.hang(false);
  proxy.cut();
  await eventually("the second step", async () => (await revisionOf()) === 2);
  await engine.stop();
  const left = await database.pool.query("SELECT 1 FROM sagascope.dead_letter");
  expect(left.rows).toEqual([]);
});
