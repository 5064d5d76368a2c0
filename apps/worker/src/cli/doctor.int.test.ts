import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeClock } from "../services/doctor/check-database-state.ts";
import type { Finding } from "../services/doctor/finding.ts";
import { dataFolderAt, readOrCreateSecret } from "../services/up/data-folder.ts";
import { createSealKeys } from "../services/up/seal-keys.ts";
import { runHere } from "./testing/run-here.ts";

const SECRET = "hunter2-and-thirty-or-more-letters-besides";

let database: TestDatabase;
let dir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dir = mkdtempSync(path.join(os.tmpdir(), "sagascope-doctor-"));
});
afterAll(async () => {
  rmSync(dir, { recursive: true });
  await database.drop();
});

async function examine(variables: Record<string, string>) {
  const settings = {
    SAGASCOPE_DATA: path.join(dir, "none"),
    DATABASE_URL: database.url,
    ...variables,
  };
  const { code, stdout } = await runHere(settings, ["doctor", "--json"]);
  const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
  const of = (what: string) => findings.find((each) => each.what === what);
  return { code, of, stdout };
}

/** Something that answers every request with 200 and what is told. */
async function serve(answer: (address: string, authorization: string | undefined) => object) {
  const server = createServer((request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer(address, request.headers.authorization)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address, stop };
}

describe("sagascope doctor", () => {
  it("finds nothing wrong with what is well, and says what is missing without calling it a failure", async () => {
    const { code, of } = await examine({
      SAGASCOPE_SEAL_KEYS: createSealKeys(),
      BETTER_AUTH_SECRET: "a secret of a test that is long enough",
    });
    expect(code).toBe(0);
    for (const what of ["database", "schema", "clock", "seal keys", "session secret"]) {
      expect(of(what), what).toMatchObject({ state: "ok" });
    }
    expect(of("workers")).toMatchObject({
      state: "warning",
      mend: expect.stringContaining("start one"),
    });
  });

  it("asks the brokers of the project that it is told of, and of none where there is none", async () => {
    const file = path.join(dir, "sagascope.config.mjs");
    writeFileSync(
      file,
      `const broker = { name: "fake", close: async () => {}, ping: async () => {
         throw Object.assign(new Error("${SECRET}"), { code: "BROKER_DENIED" }); } };
       export default { name: "shop", machines: [], topics: [], routes: [], intakes: [{ broker, from: "orders" }] };`,
    );
    const asked = await examine({ SAGASCOPE_PROJECT: file });
    expect(asked.code).toBe(1);
    expect(asked.of("broker fake (intake 'orders')")).toMatchObject({
      state: "problem",
      mend: expect.stringContaining("rights"),
    });
    expect(asked.stdout).not.toContain(SECRET);
    expect((await examine({})).stdout).not.toContain("broker");
  });

  it("fails where the schema lacks something, and names it", async () => {
    const own = await createTestDatabase();
    await own.pool.query("DROP INDEX sagascope.timer_due_idx");
    const { code, of } = await examine({ DATABASE_URL: own.url });
    expect(code).toBe(1);
    expect(of("schema")).toMatchObject({ state: "problem", mend: "run 'sagascope migrate'" });
    expect(of("schema")?.found).toContain("timer_due_idx");
    await own.drop();
  });

  it("fails where the database does not answer, without telling its password", async () => {
    const { code, of, stdout } = await examine({
      DATABASE_URL: `postgresql://me:${SECRET}@127.0.0.1:1/none`,
    });
    expect(code).toBe(1);
    expect(of("database")).toMatchObject({ state: "problem" });
    expect(stdout).not.toContain(SECRET);
  });

  it("fails for keys and secrets that cannot work, without telling them", async () => {
    const { code, of, stdout } = await examine({
      SAGASCOPE_SEAL_KEYS: `k1:${SECRET}`,
      BETTER_AUTH_SECRET: "hunter2",
    });
    expect(code).toBe(1);
    expect(of("seal keys")).toMatchObject({ state: "problem" });
    expect(of("session secret")).toMatchObject({ state: "problem", found: "only 7 characters" });
    expect(stdout).not.toContain("hunter2");
  });

  it("fails where others may read a secret file, and says how to mend it; made by us, they are 0600 [SEC-06]", async () => {
    const home = path.join(dir, "house");
    mkdirSync(home);
    const { authSecretFile, sealKeysFile } = dataFolderAt(home);
    readOrCreateSecret(authSecretFile);
    readOrCreateSecret(sealKeysFile, createSealKeys);
    expect((await examine({ SAGASCOPE_DATA: home })).of("secret files")).toMatchObject({
      state: "ok",
    });
    chmodSync(authSecretFile, 0o644);
    const { code, of } = await examine({ SAGASCOPE_DATA: home });
    expect(code).toBe(1);
    expect(of("secret files")).toMatchObject({
      state: "problem",
      mend: `chmod 600 ${authSecretFile}`,
    });
  });

  it("looks at secrets that stand in files of their own", async () => {
    const file = path.join(dir, "secret");
    writeFileSync(file, SECRET, { mode: 0o644 });
    chmodSync(file, 0o644);
    const { of, stdout } = await examine({ BETTER_AUTH_SECRET_FILE: file });
    expect(of("BETTER_AUTH_SECRET_FILE")).toMatchObject({ state: "warning" });
    expect(of("session secret")).toMatchObject({ state: "ok" });
    expect(stdout).not.toContain(SECRET);
  });

  it("says what is otherwise than this version makes it, which is no failure", async () => {
    const own = await createTestDatabase();
    await own.pool.query("ALTER TABLE sagascope.topic ADD COLUMN by_hand text");
    const { code, of } = await examine({ DATABASE_URL: own.url });
    expect(code).toBe(0);
    expect(of("schema")).toMatchObject({ state: "warning" });
    expect(of("schema")?.found).toContain("by_hand");
    await own.drop();
  });

  it("looks at the file of the console's own secret, which no worker reads", async () => {
    const file = path.join(dir, "oidc-secret");
    writeFileSync(file, SECRET);
    chmodSync(file, 0o644);
    const name = "SAGASCOPE_OIDC_CLIENT_SECRET_FILE";
    const open = await examine({ [name]: file });
    expect(open.of(name)).toMatchObject({ state: "warning", mend: `chmod 600 ${file}` });
    expect(open.stdout).not.toContain(SECRET);
    chmodSync(file, 0o600);
    expect((await examine({ [name]: file })).of(name)).toMatchObject({ state: "ok" });
  });

  it("asks the company's sign-in whether it is the issuer that is set", async () => {
    const issuer = await serve((address) => ({ issuer: address }));
    const found = async (address: string) =>
      (await examine({ SAGASCOPE_OIDC_ISSUER: address })).of("OIDC issuer");
    expect(await found(issuer.address)).toMatchObject({ state: "ok" });
    expect(await found(issuer.address.replace("127.0.0.1", "localhost"))).toMatchObject({
      state: "problem",
      found: expect.stringContaining("another issuer"),
    });
    issuer.stop();
    expect(await found(issuer.address)).toMatchObject({ state: "problem" });
  });

  it("asks whether somebody collects traces: if nobody does, only they are lost", async () => {
    const collector = await serve(() => ({}));
    const asked = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.address };
    expect((await examine(asked)).of("trace collector")).toMatchObject({ state: "ok" });
    collector.stop();
    const { code, of } = await examine(asked);
    expect(code).toBe(0);
    expect(of("trace collector")).toMatchObject({ state: "warning" });
  });

  it("tells no password or token of an address, whether it answers or not", async () => {
    const seen: (string | undefined)[] = [];
    const there = await serve((_address, authorization) => {
      seen.push(authorization);
      return { status: "ok" };
    });
    const withSecret = (address: string) =>
      `${address.replace("://", `://me:${SECRET}@`)}/?token=${SECRET}`;
    const asked = await examine({ SAGASCOPE_CONSOLE: withSecret(there.address) });
    expect(asked.of("console")).toMatchObject({ state: "ok" });
    expect(seen).toEqual([`Basic ${Buffer.from(`me:${SECRET}`).toString("base64")}`]);
    there.stop();
    const gone = withSecret(there.address);
    const none = await examine({
      SAGASCOPE_CONSOLE: gone,
      SAGASCOPE_OIDC_ISSUER: gone,
      OTEL_EXPORTER_OTLP_ENDPOINT: gone,
    });
    for (const what of ["console", "OIDC issuer", "trace collector"]) {
      expect(none.of(what)?.found, what).toContain(there.address);
    }
    expect(asked.stdout + none.stdout).not.toContain(SECRET);
  });

  it("asks the console how it is", async () => {
    const console = createServer((_request, response) => {
      response.writeHead(503, { "content-type": "application/json" });
      response.end(JSON.stringify({ status: "unavailable", missing: "worker" }));
    });
    await new Promise<void>((resolve) => console.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${(console.address() as AddressInfo).port}`;
    expect((await examine({ SAGASCOPE_CONSOLE: address })).of("console")).toMatchObject({
      state: "warning",
      mend: "start a worker",
    });
    console.close();
    console.closeAllConnections();
    const { code, of } = await examine({ SAGASCOPE_CONSOLE: "http://127.0.0.1:1" });
    expect(code).toBe(1);
    expect(of("console")).toMatchObject({ state: "problem" });
  });

  it("warns of a console that others reach without https", async () => {
    expect((await examine({ HOST: "0.0.0.0" })).of("public address")).toMatchObject({
      state: "warning",
    });
    const behind = { HOST: "0.0.0.0", SAGASCOPE_PUBLIC_URL: "https://saga.example.com" };
    expect((await examine(behind)).of("public address")).toMatchObject({ state: "ok" });
  });
});

describe("the clock", () => {
  it.each([
    [1_000, 900, 1_100, "ok"],
    [10_000, 1_000, 8_000, "warning"], // at least 2 s late, whatever the answer took
    [1_000, 1_000, 90_000, "ok"], // a slow answer is no wrong clock
    [0, 100_000, 100_010, "problem"],
    [200_000, 100_000, 100_010, "problem"],
  ] as const)(
    "of the database at %i, asked at %i and answered at %i, is %s",
    (at, asked, answered, state) => {
      expect(judgeClock(at, asked, answered).state).toBe(state);
    },
  );
});
