import { defineProject } from "@sagascope/core";
import { fromPgPool, listAudit, registerProject } from "@sagascope/core/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actorInRole } from "../access/actor.ts";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { seedEvent } from "../testing/seed-rows.ts";
import { callerAs } from "../trpc/testing/caller-as.ts";
import { servePublicSite } from "./public-site.ts";
import { serveViewerFile } from "./viewer-files.ts";
import { serveViewer } from "./viewer-frame.ts";

const MAIL = `
asyncapi: 3.1.0
info: { title: Mail, version: "7" }
channels:
  sent: { address: mail, messages: { sent: { name: mail.sent, payload: { type: object } } } }
operations:
  tell: { action: send, channel: { $ref: "#/channels/sent" } }
`;
const chart = (id: string) => ({ id, initial: "a", states: { a: { on: { GO: "a" } } } });

let database: WebTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await registerProject(
    fromPgPool(database.pool),
    defineProject({
      name: "shop",
      topics: ["events", "mail"],
      machines: [
        { chart: chart("open"), logic: {} },
        { chart: chart("secret"), logic: {}, document: { isHidden: true } },
      ],
      routes: [],
    }),
  );
});
afterAll(() => database.drop());

const admin = () => callerAs("admin", database);

describe("documents of other people's services", () => {
  it("are imported by an admin, shown, and name the service in conversations", async () => {
    expect(await admin().asyncapi.import({ text: MAIL })).toEqual({ name: "Mail", notFetched: [] });
    const { title, messages } = await admin().asyncapi.get({ kind: "import", name: "Mail" });
    expect([title, messages.map(({ type }) => type)]).toEqual(["Mail", ["mail.sent"]]);

    const row = { subject: "o-1", topic: "mail", correlationId: "c-1" };
    await seedEvent(database.prisma, { ...row, id: "m-1", type: "mail.sent" });
    await seedEvent(database.prisma, { ...row, id: "m-2", type: "mail.lost" });
    const named = async (id: string) => (await admin().envelopes.get({ id })).service;
    expect(await named("m-1")).toBe("Mail");
    expect(await named("m-2")).toBeNull();
  });

  it("are refused with the field that is wrong", async () => {
    const importing = admin().asyncapi.import({ text: MAIL.replace('version: "7"', "x-no: 1") });
    await expect(importing).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringContaining("info"),
    });
  });

  it("are forgotten, and both is audited", async () => {
    expect(await admin().asyncapi.forget({ name: "Mail" })).toEqual({ versions: 1 });
    const audit = await listAudit(fromPgPool(database.pool), { afterSeq: "0", limit: 10 });
    expect(audit.map(({ action }) => action)).toEqual(["asyncapi.import", "asyncapi.forget"]);
  });
});

describe("public pages", () => {
  const fetchPage = async (...path: string[]) => {
    const response = await servePublicSite(database.pool, path);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };

  it("are closed until an admin opens them, and again when one closes them", async () => {
    expect((await fetchPage("index.html")).status).toBe(404);
    await admin().asyncapi.setPublic({ isPublic: true });
    expect((await fetchPage("index.html")).status).toBe(200);
    await admin().asyncapi.setPublic({ isPublic: false });
    expect((await fetchPage("index.html")).status).toBe(404);
  });

  it("show machines that are not hidden, run no script, and leave other people's documents out", async () => {
    await admin().asyncapi.setPublic({ isPublic: true });
    await admin().asyncapi.import({ text: MAIL });
    const { text, headers } = await fetchPage("index.html");
    expect(text).toContain("machine/open.html");
    expect(text).not.toMatch(/secret|Mail/);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect((await fetchPage("machine", "open.html")).text).toContain("open events");
    expect((await fetchPage("machine", "secret.html")).status).toBe(404);
    expect((await fetchPage("..", "package.json")).status).toBe(404);
  });
});

describe("the official viewer", () => {
  const VIEWER = actorInRole({ id: "u-1", name: "Vi", email: "vi@example.com" }, "viewer");
  const open = { kind: "machine", name: "open" } as const;

  it("gets the parsed document in a sandbox without an origin, and only for people who may look", async () => {
    const response = await serveViewer(database, VIEWER, open);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-security-policy")).toMatch(
      /^sandbox allow-scripts allow-popups; default-src 'none'/,
    );
    expect(await response.text()).toContain("x-parser-spec-stringified");
    expect((await serveViewer(database, undefined, open)).status).toBe(401);
    expect((await serveViewer(database, VIEWER, { ...open, name: "nobody" })).status).toBe(404);
  });

  it("cannot be left by what stands in a document", async () => {
    const evil = "</script><script>alert(1)</script>";
    await admin().asyncapi.import({
      text: MAIL.replace("title: Mail", `title: "${evil}"`),
      name: "evil",
    });
    const text = await (
      await serveViewer(database, VIEWER, { kind: "import", name: "evil" })
    ).text();
    expect(text).not.toContain(evil);
    expect(text.match(/<script/g)).toHaveLength(3);
  });

  it("has its script and style, and no other file", async () => {
    expect((await serveViewerFile("without-parser.js")).headers.get("content-type")).toContain(
      "javascript",
    );
    expect((await serveViewerFile("default.min.css")).status).toBe(200);
    expect((await serveViewerFile("../package.json")).status).toBe(404);
    expect((await serveViewerFile("without-parser.js", "/")).status).toBe(404);
  });
});
