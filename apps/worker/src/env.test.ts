import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseEnv, VARIABLES } from "./env.ts";

const PAGE = readFileSync(new URL("../../../docs/reference/settings.md", import.meta.url), "utf8");

describe("parseEnv", () => {
  it("has defaults for everything", () => {
    expect(parseEnv({})).toMatchObject({
      databaseUrl: undefined,
      port: 4280,
      host: "127.0.0.1",
      dataDir: ".sagascope",
      otlpEndpoint: undefined,
      alertHosts: [],
      debug: false,
    });
  });

  it("takes an empty variable as one that is not set", () => {
    expect(parseEnv({ DATABASE_URL: "", SAGASCOPE_DEBUG: "", PORT: "" })).toMatchObject({
      databaseUrl: undefined,
      port: 4280,
      otlpEndpoint: undefined,
      alertHosts: [],
      debug: false,
    });
  });

  it("reads how long things are kept, and keeps for ever what is not named", () => {
    const variables = { SAGASCOPE_KEEP_EVENTS: "30d", SAGASCOPE_KEEP_RECEIPTS: "" };
    expect(parseEnv(variables).retention).toEqual({ events: 30 * 86_400_000 });
    expect(parseEnv({}).retention).toEqual({});
  });

  it("reads how much a worker does at once, and leaves the rest to the engine", () => {
    const variables = {
      ...{ SAGASCOPE_CALLS_MAX: "4", SAGASCOPE_HELD_MAX: "100", SAGASCOPE_BATCH_MAX: "1" },
      ...{ SAGASCOPE_BATCHES_MAX: "6", SAGASCOPE_SWEEP_MS: "50", SAGASCOPE_STOP_MS: "0" },
    };
    expect(parseEnv(variables).pace).toEqual({
      ...{ callsMax: 4, heldMax: 100, batchMax: 1, batchesMax: 6, sweepMs: 50, stopMs: 0 },
    });
    expect(parseEnv({ SAGASCOPE_CALLS_MAX: "" }).pace).toEqual({});
  });

  it.each([
    ["SAGASCOPE_CALLS_MAX", 1, 10_000],
    ["SAGASCOPE_HELD_MAX", 1, 100_000],
    ["SAGASCOPE_BATCH_MAX", 1, 1_000],
    ["SAGASCOPE_BATCHES_MAX", 1, 6],
    ["SAGASCOPE_SWEEP_MS", 10, 60_000],
    ["SAGASCOPE_STOP_MS", 0, 600_000],
    ["SAGASCOPE_SESSION_GRACE_MS", 0, 600_000],
  ])("keeps %s within its bounds, which the page of settings names", (name, min, max) => {
    for (const value of [String(min - 1), String(max + 1), "1.5", "many", "1e2"]) {
      expect(() => parseEnv({ [name]: value })).toThrow(
        `environment variable ${name}: must be an integer from ${min} to ${max}, got '${value}'`,
      );
    }
    for (const value of [min, max]) parseEnv({ [name]: String(value) });
    const row = PAGE.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
    expect(row).toContain(`${min} to ${max.toLocaleString("en-US")}`);
  });

  it("reads nothing that the page of settings does not name", () => {
    const short = VARIABLES.map((name) => name.replace(/^SAGASCOPE_KEEP_(?!EVENTS)/, "…_"));
    expect(short.filter((name) => !PAGE.includes(`\`${name}\``))).toEqual([]);
  });

  it.each([
    [
      { SAGASCOPE_KEEP_EVENTS: "0d" },
      /^environment variable SAGASCOPE_KEEP_EVENTS: must be a number/,
    ],
    [{ SAGASCOPE_KEEP_HISTORY: "12h" }, /^environment variable SAGASCOPE_KEEP_HISTORY: /],
    [{ PORT: "http" }, /^environment variable PORT: /],
    [{ PORT: "70000" }, /^environment variable PORT: /],
    [{ SAGASCOPE_SESSION_GRACE_MS: "soon" }, /^environment variable SAGASCOPE_SESSION_GRACE_MS: /],
    [{ DATABASE_URL: "mysql://x" }, /^environment variable DATABASE_URL: must be a postgresql:/],
  ])("names the variable that cannot be used: %j", (variables, message) => {
    expect(() => parseEnv(variables)).toThrow(message);
  });
});

describe("secrets in files", () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), "sagascope-env-"));
  afterAll(() => rmSync(dir, { recursive: true }));
  const fileWith = (name: string, text: string) => {
    const file = path.join(dir, name);
    writeFileSync(file, text);
    return file;
  };

  it("are read from where the variable with _FILE says, without the last line's end", () => {
    const file = fileWith("secret", "a secret\n");
    expect(parseEnv({ BETTER_AUTH_SECRET_FILE: file }).authSecret).toBe("a secret");
  });

  it("may not be given twice, and a missing file is named by its variable alone", () => {
    const file = fileWith("token", "sgs_x");
    expect(() => parseEnv({ SAGASCOPE_TOKEN: "sgs_y", SAGASCOPE_TOKEN_FILE: file })).toThrow(
      "SAGASCOPE_TOKEN and SAGASCOPE_TOKEN_FILE are both set",
    );
    expect(() => parseEnv({ DATABASE_URL_FILE: path.join(dir, "none") })).toThrow(
      "DATABASE_URL_FILE: the file cannot be read (ENOENT)",
    );
  });

  it("are checked like any other, and not shown", () => {
    const file = fileWith("url", "mysql://u:hunter2@h/db");
    const parse = () => parseEnv({ DATABASE_URL_FILE: file });
    expect(parse).toThrow("must be a postgresql:// URL");
    expect(parse).not.toThrow("hunter2");
  });
});
