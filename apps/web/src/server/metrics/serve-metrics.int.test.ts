import { readFileSync } from "node:fs";
import path from "node:path";
import { createApiToken, fromPg } from "@sagascope/core/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import {
  seedDelivery,
  seedEffect,
  seedEvent,
  seedLetter,
  seedWorker,
} from "../testing/seed-rows.ts";
import { serveMetrics } from "./serve-metrics.ts";

let database: WebTestDatabase;
let text: string;

const tokenFor = async (scope: "metrics" | "ingest") => {
  const request = { name: scope, scopes: [scope], createdBy: "mara" };
  return (await createApiToken(fromPg(database.pool), request)).token;
};
const get = (token?: string) =>
  serveMetrics(
    database.pool,
    new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  );

beforeAll(async () => {
  database = await openTestDatabase();
  const { prisma, pool } = database;
  await pool.query(`
    INSERT INTO sagascope.work_entry (project, machine_id, started, completed, compensated, retried, dead_lettered, retried_runs)
    VALUES ('shop', 'pay', 20, 12, 3, 4, 2, 5)`);
  await seedLetter(prisma, { id: "l", consumer: "pay", subject: "s", eventType: "t" });
  await seedWorker(prisma);
  const seq = await seedEvent(prisma, { id: "e", type: "t", subject: "s" });
  await seedDelivery(prisma, { sink: "pay", subject: "s", eventSeq: seq, eventAt: new Date() });
  await seedEffect(prisma, { machineId: "pay", subject: "s", src: "charge" });
  await pool.query(
    "UPDATE sagascope.effect SET leased_until = clock_timestamp() + interval '1 hour'",
  );
  text = await (await get(await tokenFor("metrics"))).text();
});
afterAll(() => database.drop());

/** The values of a metric, by its labels. */
const valuesOf = (name: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .map((line) => Number(line.split(" ").at(-1)));

describe("metrics", () => {
  it("show growth of dead letters, backlog and its age, what is leased, and what dispatchers retried and gave up [OPS-01][OPS-09]", () => {
    expect(valuesOf("sagascope_dead_letters_total")).toEqual([2]);
    expect(valuesOf("sagascope_dead_letters_open")).toEqual([1]);
    expect(valuesOf("sagascope_deliveries_waiting")).toEqual([1]);
    expect(valuesOf("sagascope_oldest_delivery_seconds")).toHaveLength(1);
    expect(valuesOf("sagascope_shards_leased")).toEqual([0]);
    expect(valuesOf("sagascope_calls_leased")).toEqual([1]);
    expect(valuesOf("sagascope_deliveries_retried_total")).toEqual([4]);
  });

  it("show how sagas end, how much had to be retried, and what is overdue [OPS-02]", () => {
    expect(text).toContain(
      'sagascope_instances_ended_total{project="shop",machine="pay",outcome="compensated"} 3',
    );
    expect(valuesOf("sagascope_instances_retried_total")).toEqual([5]);
    expect(valuesOf("sagascope_compensation_ratio")).toEqual([0.2]);
    expect(text).toContain("# TYPE sagascope_compensations_stuck gauge");
    expect(text).toContain("# TYPE sagascope_instances_overdue gauge");
  });

  it("have every name that the dashboard for Grafana asks for", () => {
    const file = path.resolve(import.meta.dirname, "../../../../../docs/grafana/sagascope.json");
    const asked = readFileSync(file, "utf8").match(/sagascope_\w+/g) ?? [];
    expect(asked.length).toBeGreaterThan(10);
    const shown = new Set(Array.from(text.matchAll(/^# TYPE (\w+) /gm), ([, name]) => name));
    expect([...new Set(asked)].filter((name) => !shown.has(name))).toEqual([]);
  });

  it("are for those who show a token with their scope", async () => {
    expect((await get()).status).toBe(401);
    expect((await get("sgs_unknown")).status).toBe(401);
    expect((await get(await tokenFor("ingest"))).status).toBe(403);
  });
});
