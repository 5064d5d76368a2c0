import type { PrismaClient } from "@sagascope/database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KEYS_MAX } from "../reads/attention/attention-keys.ts";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { seedChart, seedLetter } from "../testing/seed-rows.ts";
import { actorAs } from "../trpc/testing/caller-as.ts";
import { serveInstances } from "./serve-instances.ts";

const ROWS = 1_234; // more than two pages

let database: WebTestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  const chart = { id: "m", initial: "idle", states: { idle: { on: { GO: "idle" } } } };
  const chartId = await seedChart(database.prisma, { machineId: "m", chart });
  await database.pool.query(
    `INSERT INTO sagascope.instance (machine_id, subject, project, chart_id, revision, status, phase, states, snapshot, correlation_id, started_at)
     SELECT 'm', CASE WHEN n = 7 THEN '=HYPERLINK("http://bad")' ELSE 's-' || n END, 'shop', $1, 1, 'active', 'running', '{idle}', '{}', 'c',
       now() - n * interval '1 second' FROM generate_series(1, $2::int) n`,
    [chartId, ROWS],
  );
});
afterAll(() => database.drop());

function download(query: string, prisma: PrismaClient = database.prisma) {
  const request = new Request(`http://console/api/export/instances?${query}`);
  const { pool } = database;
  return serveInstances(request, { actor: actorAs("viewer"), prisma, pool, requestId: "test" });
}

describe("the export of instances", () => {
  it("hands out every row once as CSV, with formulas defused", async () => {
    const response = await download("format=csv");
    expect(response.headers.get("content-disposition")).toMatch(/filename="instances-\d.*\.csv"/);
    const lines = (await response.text()).trimEnd().split("\r\n");
    expect(lines[0]).toMatch(/^subject,machine,version,status,phase,states,/);
    expect(new Set(lines.slice(1)).size).toBe(ROWS);
    expect(lines.find((line) => line.includes("HYPERLINK"))).toMatch(
      /^"'=HYPERLINK\(""http:\/\/bad""\)",m,1,active/,
    );
  });

  it("hands out the same as JSON, in the order and with the filters of the list", async () => {
    const rows: { subject: string }[] = await (
      await download("format=json&q=s-1&order=oldest")
    ).json();
    expect(rows.map(({ subject }) => subject).slice(0, 2)).toEqual(["s-1234", "s-1233"]);
    expect(rows.every(({ subject }) => subject.startsWith("s-1"))).toBe(true);
    expect(await (await download("format=json&machine=nobody")).json()).toEqual([]);
  });

  it("breaks off rather than pass half a file for a whole one", async () => {
    let pages = 0;
    const prisma = new Proxy(database.prisma, {
      get(target, name) {
        if (name === "machineVersion" && ++pages > 1) throw new Error("the database went away");
        return Reflect.get(target, name);
      },
    });
    const broken = await download("format=csv", prisma);
    await expect(broken.text()).rejects.toThrow("went away");
  });

  it("names a file a part if more need attention than are looked at", async () => {
    const { prisma } = database;
    const named = async () =>
      (await download("format=csv&attention=letters")).headers.get("content-disposition");
    await seedLetter(prisma, { id: "letter", consumer: "m", subject: "s-1", eventType: "x" });
    expect(await named()).toMatch(/filename="instances-\d/);
    const [{ errors: _errors, redactedPaths: _paths, ...like } = expect.fail("no letter")] =
      await prisma.deadLetter.findMany({ omit: { envelope: true, snapshot: true } });
    await prisma.deadLetter.createMany({
      data: Array.from({ length: KEYS_MAX }, (_, n) => ({
        ...like,
        id: `letter-${n}`,
        workKey: `work-${n}`,
        subject: `s-${n}`,
        errors: [],
        redactedPaths: [],
      })),
    });
    expect(await named()).toMatch(/filename="instances-part-\d/);
  });

  it("refuses strangers, formats it does not know and filters that are none", async () => {
    const { prisma, pool } = database;
    const request = new Request("http://console/api/export/instances?format=csv");
    const stranger = await serveInstances(request, {
      actor: undefined,
      prisma,
      pool,
      requestId: "test",
    });
    expect(stranger.status).toBe(401);
    expect((await download("format=xls")).status).toBe(400);
    const refused = await download("format=csv&phase=nonsense");
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("phase");
  });
});
