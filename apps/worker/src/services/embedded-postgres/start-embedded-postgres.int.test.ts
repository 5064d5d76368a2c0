import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isRunning, sendSignal, waitUntilGone } from "../processes/running-process.ts";
import { ensureDatabase } from "./ensure-database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start-embedded-postgres.ts";

const GONE_MS = 30_000;

describe("startEmbeddedPostgres", () => {
  let dir: string;
  let started: EmbeddedPostgres[];
  beforeEach(() => {
    dir = mkdtempSync(path.join(os.tmpdir(), "sagascope-embedded-"));
    chmodSync(dir, 0o711); // as root, the server runs as somebody else who has to pass through
    started = [];
  });
  afterEach(async () => {
    for (const server of started) await server.stop();
    rmSync(dir, { recursive: true });
  });

  it("keeps data and address over a stop and a start", async () => {
    const first = await start();
    await query(await ensureDatabase(first.url, "shop"), "CREATE TABLE orders (id int)");
    await first.stop();
    expect(isRunning(first.pid)).toBe(false);

    const second = await start();
    expect(second).toMatchObject({ adopted: false, url: first.url });
    expect(await query(await ensureDatabase(second.url, "shop"), "TABLE orders")).toEqual([]);
  });

  it("adopts the server that is still running, and stops it", async () => {
    const first = await start();
    const second = await start();
    expect(second).toMatchObject({ adopted: true, pid: first.pid, url: first.url });

    await second.stop();
    expect(isRunning(first.pid)).toBe(false);
    await first.ended;
  });

  it("recovers from a server that was killed, with everything that was committed", async () => {
    const first = await start("pg", { durable: true });
    await query(first.url, "CREATE TABLE kept (id int)");
    sendSignal(first.pid, "SIGKILL");
    await waitUntilGone(first.pid, GONE_MS);

    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second.url, "TABLE kept")).toEqual([]);
  });

  it("starts although the process id of a dead server belongs to another program now", async () => {
    const first = await start();
    await first.stop();
    const pidFile = path.join(dir, "pg/data/postmaster.pid");
    writeFileSync(
      pidFile,
      `${process.pid}\n${dir}/pg/data\n1790000000\n5432\n\n127.0.0.1\n\nready\n`,
    );

    expect((await start()).adopted).toBe(false);
  });

  it("starts although an earlier first start was killed halfway", async () => {
    mkdirSync(path.join(dir, "pg/data.new"), { recursive: true });
    chmodSync(path.join(dir, "pg"), 0o711);
    writeFileSync(path.join(dir, "pg/data.new/PG_VERSION"), "18\n");

    expect((await start()).adopted).toBe(false);
  });

  it("moves to another port when its own is taken", async () => {
    const first = await start();
    const other = await start("other");
    await other.stop();
    writeFileSync(path.join(dir, "other/port"), new URL(first.url).port);

    const moved = await start("other");
    expect(new URL(moved.url).port).not.toBe(new URL(first.url).port);
  });

  it("lets nobody in without the password", async () => {
    const { url } = await start();
    const guess = new URL(url);
    guess.password = "";
    await expect(query(guess.href, "SELECT 1")).rejects.toThrow(/password/);
    guess.password = "postgres";
    await expect(query(guess.href, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
  });

  it("says what Postgres says when it cannot start", async () => {
    await (await start()).stop();
    writeFileSync(path.join(dir, "pg/data/PG_VERSION"), "9.6\n");

    await expect(start()).rejects.toThrow(
      /^embedded Postgres: database files are incompatible with server$/,
    );
  });

  it("keeps nothing of the password outside its file", async () => {
    const { url } = await start();
    const { password } = new URL(url);

    expect(readFileSync(path.join(dir, "pg/password"), "utf8")).toBe(password);
    expect(existsSync(path.join(dir, "pg/data.new.password"))).toBe(false);
    expect(readFileSync(path.join(dir, "pg/postgres.log"), "utf8")).not.toContain(password);
  });

  async function start(name = "pg", { durable = false } = {}): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ home: path.join(dir, name), durable });
    started.push(server);
    return server;
  }

  async function query(url: string, text: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }
});
