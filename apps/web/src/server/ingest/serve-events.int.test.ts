import { createApiToken, fromPg } from "@sagascope/core/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";

const PER_MINUTE = 3;

let database: WebTestDatabase;
let serveEvents: typeof import("./serve-events.ts").serveEvents;
let events = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.prisma.topic.create({ data: { name: "commands", project: "shop" } });
  process.env.DATABASE_URL = database.url;
  process.env.BETTER_AUTH_SECRET = "a secret of a test that is long enough";
  process.env.SAGASCOPE_INGEST_PER_MINUTE = String(PER_MINUTE);
  ({ serveEvents } = await import("./serve-events.ts"));
});
afterAll(async () => {
  const { database: own } = await import("../database/database.ts");
  await own().pool.end();
  await database.drop();
});

const newToken = () =>
  createApiToken(fromPg(database.pool), { name: "till", scopes: ["ingest"], createdBy: "test" });

function send(token: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  events += 1;
  const event = { specversion: "1.0", id: `e${events}`, type: "t", source: "/s", subject: "k" };
  const request = new Request("http://x/api/events/commands", {
    method: "POST",
    headers: {
      "content-type": "application/cloudevents+json",
      authorization: `Bearer ${token}`,
      ...headers,
    },
    body: JSON.stringify(event),
  });
  return serveEvents(request, "commands");
}

const stored = () => database.prisma.event.count();

describe("the endpoint for events", () => {
  it("answers 429, with how long to wait, to a token that sent too much, and stores nothing of it", async () => {
    const [eager, other] = [await newToken(), await newToken()];
    expect((await send(eager.token)).status).toBe(202);
    // As if it had sent all it may in a window that lasts longer than the test.
    await database.prisma.rateLimit.update({
      where: { key: `ingest:${eager.id}` },
      data: { used: PER_MINUTE, resetsAt: new Date(Date.now() + 3_600_000) },
    });
    const before = await stored();
    const refused = await send(eager.token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000);
    expect(await refused.json()).toMatchObject({ error: expect.stringContaining("too many") });
    expect(await stored()).toBe(before);
    expect((await send(other.token)).status).toBe(202);
  });

  it("counts what it refuses for other reasons: who sends rubbish comes no further", async () => {
    const { id, token } = await newToken();
    expect((await send(token, { "content-encoding": "gzip" })).status).toBe(415);
    const row = await database.prisma.rateLimit.findUnique({ where: { key: `ingest:${id}` } });
    expect(row).toMatchObject({ used: 1 });
  });

  it("answers 401 to a token that has expired", async () => {
    const { id, token } = await newToken();
    await database.prisma.apiToken.update({ where: { id }, data: { expiresAt: new Date(0) } });
    const before = await stored();
    expect((await send(token)).status).toBe(401);
    expect(await stored()).toBe(before);
  });
});
