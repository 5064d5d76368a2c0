import { defineProject, RetryPolicy, sagaBuilder } from "@sagascope/core";
import { fromPgPool, registerProject } from "@sagascope/core/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../../testing/open-test-database.ts";
import { seedEffect, seedInstance } from "../../testing/seed-rows.ts";
import { listInstances } from "../instances/list-instances.ts";
import { countOverdue } from "./count-overdue.ts";

let database: WebTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** Register a saga of two steps. @returns its chart's id */
async function register(maxAttempts: number): Promise<number> {
  const retry = new RetryPolicy({ maxAttempts, baseMs: 1_000, factor: 1, jitter: "none" });
  const saga = sagaBuilder("fulfil", { startEvent: "START" })
    .step("reserve", { invoke: "reserve", compensate: "release", timeoutMs: 5_000, retry })
    .step("ship", { invoke: "ship", timeoutMs: 8_000 });
  const service = async () => null;
  const services = { reserve: service, release: service, ship: service };
  const [record] = await registerProject(
    fromPgPool(database.pool),
    defineProject({
      ...{ name: "shop", topics: ["events"], routes: [] },
      machines: [{ chart: saga.build(), logic: { ...saga.logic(), services } }],
    }),
  );
  return record?.id ?? 0;
}

describe("what is older than its timeouts add up to", () => {
  it("is overdue for a saga with retries and undoing, as its policy is now", async () => {
    const { prisma } = database;
    const chartId = await register(3); // three tries of 5 s, three waits of a second, 8 s for shipping: 26 s
    const inAnHour = new Date(Date.now() + 3_600_000);
    const seed = async (subject: string, ageMs: number, phase: "running" | "compensating") => {
      await seedInstance(prisma, {
        ...{ machineId: "fulfil", chartId, subject, phase },
        states: [phase === "running" ? "steps.ship" : "compensating.reserve"],
        startedAt: new Date(Date.now() - ageMs),
      });
      const call = { machineId: "fulfil", subject, src: "ship", dueAt: inAnHour };
      await seedEffect(prisma, call); // waits for another try: by itself it is not late
    };
    await seed("order-1", 20_000, "running");
    await seed("order-2", 120_000, "running");
    await seed("order-3", 120_000, "compensating");

    expect(await countOverdue(prisma)).toMatchObject([{ machineId: "fulfil", count: 1 }]);
    const page = { cursor: undefined, limit: 10 };
    const { rows } = await listInstances(prisma, { attention: "overdue" }, page);
    expect(rows.map(({ subject, attention }) => [subject, attention?.kind])).toEqual([
      ["order-2", "overdue"],
    ]);

    expect(await register(50)).toBe(chartId);
    expect(await countOverdue(prisma)).toEqual([]);
  });
});
