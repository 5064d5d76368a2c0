import { defineProject } from "@sagascope/core";
import {
  createApiToken,
  fromPg,
  fromPgPool,
  registerProject,
  type TokenScope,
} from "@sagascope/core/postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { ingestEvents } from "./ingest-events.ts";
import { refusalOf } from "./serve-events.ts";

const EVENT = {
  specversion: "1.0",
  id: "e1",
  type: "order.placed",
  source: "/shop",
  subject: "order-42",
};
const STRUCTURED = "application/cloudevents+json";
const BATCH = "application/cloudevents-batch+json";
const MIB = 1_048_576;

let database: WebTestDatabase;
let token: string;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.prisma.topic.create({ data: { name: "commands", project: "shop" } });
  await database.prisma.subscription.create({
    data: {
      topic: "commands",
      type: "order.placed",
      sink: "fulfil",
      kind: "queue",
      project: "shop",
    },
  });
  token = await tokenWith("ingest");
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.prisma.delivery.deleteMany();
  await database.prisma.event.deleteMany();
});

async function tokenWith(scope: TokenScope): Promise<string> {
  const sql = fromPg(database.pool);
  return (await createApiToken(sql, { name: scope, scopes: [scope], createdBy: "test" })).token;
}

interface Sent {
  readonly topic?: string;
  readonly type?: string;
  readonly query?: string;
  readonly headers?: Record<string, string>;
}

/** Send a body and read the answer, as a client would see it. */
async function send(
  body: unknown,
  { topic = "commands", type = STRUCTURED, query = "", headers = {} }: Sent = {},
) {
  const request = new Request(`http://x/api/events/commands${query}`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, "content-type": type, ...headers },
  });
  try {
    const taken = await ingestEvents(fromPg(database.pool), topic, request);
    return { status: 202, ids: taken.map(({ id }) => id) };
  } catch (error) {
    const response = refusalOf(error);
    return { status: response.status, ...((await response.json()) as object) };
  }
}

const stored = () => database.prisma.event.count();

describe("ingestEvents", () => {
  it("stores an event and hands it to whoever takes its type, before it answers", async () => {
    expect(await send(EVENT)).toEqual({ status: 202, ids: ["e1"] });
    expect(await database.prisma.event.findFirst()).toMatchObject({
      id: "e1",
      subject: "order-42",
      topic: "commands",
      direction: "received",
    });
    expect(await database.prisma.delivery.findFirst()).toMatchObject({
      sink: "fulfil",
      subject: "order-42",
    });
  });

  it("records what comes on an observed topic, whatever its type, and refuses what is no event [DSP-13][DSP-14]", async () => {
    await registerProject(
      fromPgPool(database.pool),
      defineProject({
        name: "watcher",
        topics: ["events"],
        machines: [],
        routes: [],
        observers: [{ name: "carrier", topic: "parcels" }],
      }),
    );
    const topic = "parcels";
    expect(await send({ ...EVENT, type: "never.heard.of" }, { topic })).toMatchObject({
      status: 202,
    });
    expect(await database.prisma.event.findMany()).toMatchObject([{ topic, id: "e1" }]);
    expect(await database.prisma.delivery.count()).toBe(0);
    expect(await send({ ...EVENT, id: "" }, { topic })).toMatchObject({ status: 400 });
    expect(await send("{", { topic })).toMatchObject({ status: 400 });
    expect(await stored()).toBe(1);
  });

  it("publishes later what is asked for later, and replaces what waits under its key [OBX-35]", async () => {
    const query = "?delayMs=60000&key=remind";
    expect(await send(EVENT, { query })).toEqual({ status: 202, ids: ["e1"] });
    expect(await send({ ...EVENT, id: "e2" }, { query })).toEqual({ status: 202, ids: ["e2"] });
    expect(await stored()).toBe(0);
    expect(await database.prisma.scheduledEvent.findMany()).toMatchObject([
      { topic: "commands", key: "remind", id: "e2", direction: "received" },
    ]);
    expect(await send([EVENT, { ...EVENT, id: "e2" }], { type: BATCH, query })).toMatchObject({
      status: 400,
      field: "key",
    });
    expect(await send(EVENT, { query: "?delay=5" })).toMatchObject({ status: 400, field: "delay" });
  });

  it("takes an event in binary mode", async () => {
    const headers = {
      "ce-specversion": "1.0",
      "ce-id": "e2",
      "ce-type": "order.placed",
      "ce-source": "/shop",
      "ce-subject": "order-42",
    };
    const answer = await send({ total: 3 }, { type: "application/json", headers });
    expect(answer).toEqual({ status: 202, ids: ["e2"] });
  });

  it("takes a batch as a whole or not at all", async () => {
    const batch = [EVENT, { ...EVENT, id: "e2" }, { ...EVENT, id: "e3", subject: undefined }];
    expect(await send(batch, { type: BATCH })).toMatchObject({
      status: 400,
      field: "subject",
      index: 2,
    });
    expect(await stored()).toBe(0);
    expect(await send(batch.slice(0, 2), { type: BATCH })).toMatchObject({
      status: 202,
      ids: ["e1", "e2"],
    });
  });

  it.each([
    ["no token", {}, 401],
    ["something that is no token", { authorization: "Bearer nonsense" }, 401],
    ["another scheme", { authorization: "Basic dXNlcjpwYXNz" }, 401],
  ])("refuses %s", async (_name, headers, status) => {
    expect(await send(EVENT, { headers: { authorization: "", ...headers } })).toMatchObject({
      status,
    });
    expect(await stored()).toBe(0);
  });

  it("refuses a token that may do other things only", async () => {
    const headers = { authorization: `Bearer ${await tokenWith("read")}` };
    expect(await send(EVENT, { headers })).toMatchObject({ status: 403 });
  });

  it("says that a topic is not declared", async () => {
    expect(await send(EVENT, { topic: "comands" })).toEqual({
      status: 404,
      error: "topic 'comands' is not declared",
    });
  });

  it.each([
    ["no subject", { subject: undefined }, 400, "subject"],
    ["a blank subject", { subject: " " }, 400, "subject"],
    ["no id", { id: undefined }, 400, "id"],
    ["another version", { specversion: "0.3" }, 400, "specversion"],
  ])("refuses an event with %s and names the field", async (_name, change, status, field) => {
    expect(await send({ ...EVENT, ...change })).toMatchObject({ status, field });
    expect(await stored()).toBe(0);
  });

  it.each([
    "xstate.done.actor.charge",
    "done.invoke.charge",
    "error.platform.charge",
    "xsm.fulfil.after.5000",
    "*",
  ])("refuses the forged engine event %s [SEC-04]", async (type) => {
    expect(await send({ ...EVENT, type })).toMatchObject({ status: 400, field: "type" });
    expect(await stored()).toBe(0);
  });

  it("refuses what is no CloudEvent as a media type it does not take", async () => {
    expect(await send(EVENT, { type: "text/plain" })).toMatchObject({
      status: 415,
      field: "content-type",
    });
  });

  it.each(["gzip", "deflate", "br", "zstd", "GZIP", "identity, gzip"])(
    "refuses a body in the encoding %s, whatever is in it",
    async (encoding) => {
      const headers = { "content-encoding": encoding };
      expect(await send(EVENT, { headers })).toMatchObject({
        status: 415,
        field: "content-encoding",
      });
      expect(await stored()).toBe(0);
    },
  );

  it("takes a body that says it is plain", async () => {
    const headers = { "content-encoding": "identity" };
    expect(await send(EVENT, { headers })).toMatchObject({ status: 202 });
  });

  it("refuses what is no JSON", async () => {
    expect(await send("{")).toMatchObject({ status: 400, field: "body" });
  });

  it("refuses an event past 1 MiB before it is parsed [SEC-01]", async () => {
    expect(await send("x".repeat(MIB + 1))).toMatchObject({ status: 413, field: "body" });
  });

  it("refuses a batch that holds an event past 1 MiB, naming its place", async () => {
    const large = { ...EVENT, id: "e2", data: "x".repeat(MIB) };
    expect(await send([EVENT, large], { type: BATCH })).toMatchObject({ status: 413, index: 1 });
    expect(await stored()).toBe(0);
  });

  it("refuses a batch of more than a thousand events", async () => {
    const batch = Array.from({ length: 1_001 }, (_, index) => ({ ...EVENT, id: `e${index}` }));
    expect(await send(batch, { type: BATCH })).toMatchObject({ status: 413 });
  });

  it("answers 503 while the database cannot be reached", () => {
    const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    const response = refusalOf(refused);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).not.toBeNull();
  });
});
