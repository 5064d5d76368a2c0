import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../../testing/open-test-database.ts";
import { seedChart, seedInstance, seedTimer } from "../../testing/seed-rows.ts";
import { describeInstances, rowSelect } from "./describe-instances.ts";

const MORE_THAN_ARE_READ = 2_100;

let database: WebTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

describe("describeInstances", () => {
  it("says what is due of a row, however much is due of its subject at another machine", async () => {
    const { prisma } = database;
    const dueAt = new Date(Date.now() + 60_000);
    for (const machineId of ["loud", "quiet"]) {
      const chart = { id: machineId, initial: "idle", states: { idle: {} } };
      const chartId = await seedChart(prisma, { machineId, chart });
      for (const subject of ["order-1", "order-2"]) {
        await seedInstance(prisma, { machineId, chartId, subject });
      }
    }
    const timer = { label: "after.5000", state: "idle", dueAt };
    await seedTimer(prisma, { ...timer, machineId: "loud", subject: "order-2" });
    const [{ ref, ...like } = expect.fail("no timer")] = await prisma.timer.findMany();
    await prisma.timer.createMany({
      data: Array.from({ length: MORE_THAN_ARE_READ }, (_, n) => ({ ...like, ref: `${ref}${n}` })),
    });
    await seedTimer(prisma, { ...timer, machineId: "quiet", subject: "order-2" });

    const rows = await prisma.instance.findMany({
      where: {
        OR: [
          { machineId: "loud", subject: "order-1" },
          { machineId: "quiet", subject: "order-2" },
        ],
      },
      orderBy: { machineId: "asc" },
      select: rowSelect,
    });
    const [, quiet] = await describeInstances(prisma, rows);
    expect(quiet).toMatchObject({ machineId: "quiet", nextDueAt: dueAt });
    expect(quiet?.attention).toBeUndefined(); // it waits for its timer, and is not stuck
  });
});
