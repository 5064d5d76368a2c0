import { createTestDatabase, startFaultProxy } from "@sagascope/core/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callerAs } from "../trpc/testing/caller-as.ts";
import { openDatabase } from "./database.ts";

type Opened<Open extends () => Promise<unknown>> = Awaited<ReturnType<Open>>;
let database: Opened<typeof createTestDatabase>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("a network that swallows what the console sends is told as an outage, and forgotten when it is back", async () => {
  const url = new URL(database.url);
  const proxy = await startFaultProxy({ host: url.hostname, port: Number(url.port || 5432) });
  url.host = `127.0.0.1:${proxy.port}`;
  const { pool, prisma } = openDatabase(url.href, { quietMs: 200, probeMs: 500 });
  const list = () => callerAs("viewer", { pool, prisma }).instances.machines();
  await list();

  proxy.hang(true);
  await expect(list()).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  await expect(pool.query("SELECT 1")).rejects.toThrow();

  proxy.hang(false);
  proxy.cut();
  expect(await list()).toEqual({ machines: [], count: 0 });
  await prisma.$disconnect();
  await pool.end();
  await proxy.close();
});
