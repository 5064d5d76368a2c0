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
