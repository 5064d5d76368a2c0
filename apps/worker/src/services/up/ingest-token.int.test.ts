import { mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fromPg, verifyApiToken } from "@sagascope/core/postgres";
import { createTestDatabase, type TestDatabase } from "@sagascope/core/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ensureIngestToken } from "./ingest-token.ts";

describe("ensureIngestToken", () => {
  let database: TestDatabase;
  let dir: string;
  let file: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    dir = mkdtempSync(path.join(os.tmpdir(), "sagascope-token-"));
    file = path.join(dir, "ingest.token");
  });
  afterEach(async () => {
    await database.drop();
    rmSync(dir, { recursive: true });
  });

  it("makes a token that may send events and nothing else, and keeps it to its owner [SEC-06]", async () => {
    const token = await ensureIngestToken(database.pool, file);

    const sql = fromPg(database.pool);
    expect(await verifyApiToken(sql, token, "ingest")).toMatchObject({ name: "local traffic" });
    expect(await verifyApiToken(sql, token, "operate")).toBeUndefined();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("gives the same token again until it is revoked", async () => {
    const first = await ensureIngestToken(database.pool, file);
    expect(await ensureIngestToken(database.pool, file)).toBe(first);

    await database.pool.query("UPDATE sagascope.api_token SET revoked_at = clock_timestamp()");
    const second = await ensureIngestToken(database.pool, file);
    expect(second).not.toBe(first);
    expect(await ensureIngestToken(database.pool, file)).toBe(second);
  });
});
