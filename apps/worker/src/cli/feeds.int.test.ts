import { createEnvelope, defineProject, type Engine } from "@sagascope/core";
import { fromPg, publishEvents } from "@sagascope/core/postgres";
import {
  createTestDatabase,
  eventually,
  startTestEngine,
  type TestDatabase,
} from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runInProcess } from "./testing/run-in-process.ts";

const seen: string[] = [];

const project = (name: string) =>
  defineProject({
    ...{ name, machines: [], routes: [] },
    topics: [{ name: "events", onUnknown: "ignore" }],
    feeds: [
      {
        ...{ name: "far", topic: "events", pollMs: 50 },
        sink: async (batch) => void seen.push(...batch.map(({ id }) => `${name} ${id}`)),
      },
    ],
  });

let database: TestDatabase;
let engine: Engine;

beforeAll(async () => {
  database = await createTestDatabase();
  engine = await startTestEngine(database, project("shop"));
  const envelope = createEnvelope({ type: "t", source: "/test", id: "e-1", subject: "s" });
  const publication = { topic: "events", envelopes: [envelope], direction: "received" as const };
  await publishEvents(fromPg(database.pool), publication);
  await eventually("the event to arrive", async () => seen.length === 1);
});
afterAll(async () => {
  await engine.stop();
  await database.drop();
});

const sagascope = (...argv: readonly string[]) => runInProcess(database.url, argv);

describe("sagascope feeds", () => {
  it("lists feeds for people and for programs", async () => {
    const listed = await eventually("the cursor to be noted", async () => {
      const { code, out } = await sagascope("feeds", "list", "--json");
      const { feeds } = JSON.parse(out);
      return code === 0 && feeds[0]?.position === "1" && feeds;
    });
    expect(listed).toMatchObject([{ project: "shop", name: "far", behind: "0", declared: true }]);
    const { out } = await sagascope("feeds", "list", "--project", "shop");
    expect(out).toMatch(/^FEED +PARTITION +TOPIC/);
    expect(out).toMatch(/shop\/far +- +events +function +1 +0 +- +test:\w+ +runs/);
    expect((await sagascope("feeds", "list", "--project", "none")).out).toBe("no feeds");
  });

  it("moves a feed with a reason, once it is told to, and hands history on again", async () => {
    const move = ["feeds", "move", "far", "--to", "earliest", "--reason", "index lost"];
    expect(await sagascope(...move)).toMatchObject({ code: 2, remarks: /without --yes/ });
    expect(seen).toHaveLength(1);

    const { code, out } = await sagascope(...move, "--yes");

    expect({ code, out }).toEqual({ code: 0, out: "feed shop/far: from 1 to the beginning" });
    await eventually("the event to arrive again", async () => seen.length === 2);
    expect((await sagascope("audit", "list")).out).toMatch(
      /feed move +feed shop\/far +moved +index lost/,
    );
    expect((await sagascope("audit", "verify")).code).toBe(0);
  });

  it("asks which feed is meant, and says when there is none", async () => {
    const other = await startTestEngine(database, project("store"));
    await other.stop();
    const forget = ["feeds", "forget", "far", "--reason", "gone", "--yes"];
    expect(await sagascope(...forget)).toMatchObject({
      code: 2,
      remarks: /say which with --project/,
    });
    expect(await sagascope("feeds", "forget", "nobody", "--reason", "gone", "--yes")).toMatchObject(
      {
        ...{ code: 1, remarks: /no feed 'nobody'/ },
      },
    );
    expect(await sagascope(...forget, "--project", "shop")).toMatchObject({
      ...{ code: 1, remarks: /runs it: stop that first/ },
    });
    expect(await sagascope(...forget, "--project", "store")).toMatchObject({
      ...{ code: 0, out: "feed store/far is forgotten" },
    });
  });
});
