import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { getuid } from "node:process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readPostmasterPid } from "../embedded-postgres/find-leftover.ts";
import { isReachable } from "../embedded-postgres/reachable.ts";
import { isRunning, sendSignal } from "../processes/running-process.ts";
import {
  type FakeHouse,
  type FakeHouseOptions,
  startFakeHouse,
} from "./testing/start-fake-house.ts";

const NOBODY = 65_534;
const WAIT = { timeout: 30_000 };
const PARTS = ["postgres", "traffic", "web", "worker", "world"];

/** Root can become somebody else; everybody else is an ordinary user already. */
const ordinaryUser = getuid?.() === 0 ? { uid: NOBODY } : {};
const canBeOrdinary = isReachable(import.meta.dirname, { uid: NOBODY, gid: NOBODY });

describe("sagascope up", () => {
  let dir: string;
  let houses: FakeHouse[];
  beforeEach(() => {
    dir = mkdtempSync(path.join(os.tmpdir(), "sagascope-up-"));
    chmodSync(dir, 0o777); // other users' houses, and Postgres', live in it as well
    houses = [];
  });
  afterEach(async () => {
    for (const house of houses) await house.stop();
    const postgres = readPostmasterPid(postgresDir());
    if (postgres) sendSignal(postgres.pid, "SIGQUIT");
    await expect.poll(runningParts, WAIT).toEqual([]);
    rmSync(dir, { recursive: true });
  });

  it("serves when it says it is ready, and leaves nothing running after SIGTERM", async () => {
    const house = startHouse();
    const { url, welcomeUrl } = await house.ready;

    expect((await fetch(`${url}/api/health`)).status).toBe(200);
    expect(welcomeUrl).toMatch(/^http:\/\/localhost:\d+\/welcome\?token=[\w-]{43}$/);
    await expect.poll(runningParts, WAIT).toHaveLength(5);

    expect(await house.stop()).toEqual({ code: 0, stderr: expect.any(String) });
    expect(runningParts()).toEqual([]);
  });

  it("leaves nothing behind but Postgres when it is killed, and recovers on the next start", async () => {
    const killed = startHouse();
    await killed.ready;
    const postgres = getPid("postgres");
    killed.process.kill("SIGKILL");
    await expect.poll(runningParts, WAIT).toEqual(["postgres"]);

    const house = startHouse();
    await house.ready;
    expect(getPid("postgres")).toBe(postgres);
    expect(await house.stop()).toMatchObject({ code: 0 });
    expect(runningParts()).toEqual([]);
  });

  it("recovers when its Postgres was killed as well", async () => {
    const killed = startHouse();
    await killed.ready;
    sendSignal(getPid("postgres"), "SIGKILL");
    killed.process.kill("SIGKILL");
    await expect.poll(runningParts, WAIT).toEqual([]);

    await startHouse().ready;
    expect(runningParts()).toContain("postgres");
  });

  it.each(["worker", "web", "traffic", "postgres"])(
    "starts %s again in its place when it is killed, and lets the others run",
    async (part) => {
      const house = startHouse();
      const { url } = await house.ready;
      await expect.poll(runningParts, WAIT).toHaveLength(5);
      const before = pidsOf(PARTS);
      sendSignal(getPid(part), "SIGKILL");

      await expect.poll(() => house.told(), WAIT).toContain(`${part} was started again`);
      await expect.poll(() => pidOf(part), WAIT).not.toBe(before.get(part)); // it says so itself, a moment later
      await expect.poll(runningParts, WAIT).toHaveLength(5);
      await expect.poll(() => answers(url), WAIT).toBe(true);
      const others = PARTS.filter((name) => name !== part);
      expect(pidsOf(others)).toEqual(new Map(others.map((name) => [name, before.get(name)])));

      const { code, stderr } = await house.stop();
      expect(code).toBe(0);
      expect(stderr).toMatch(new RegExp(`${part} ended by itself \\(.*SIGKILL.*0\\.5 s`));
      expect(runningParts()).toEqual([]);
    },
  );

  it("gives a part up that is killed five times within a minute, says so, and takes the others down", async () => {
    const house = startHouse();
    await house.ready;
    for (let death = 1; death <= 5; death += 1) {
      await expect.poll(runningParts, WAIT).toHaveLength(5);
      const pid = getPid("worker");
      sendSignal(pid, "SIGKILL");
      if (death < 5) await expect.poll(() => pidOf("worker"), WAIT).not.toBe(pid);
    }

    const { code, stderr } = await house.ended;
    expect(code).toBe(1);
    expect(JSON.parse(stderr.trim().split("\n").at(-1) ?? "")).toEqual({
      error: {
        code: "PART_ENDED",
        message: "worker ended by itself 5 times within a minute and is given up: signal SIGKILL",
      },
    });
    expect(runningParts()).toEqual([]);
  });

  it("refuses a port in use with one line, and starts nothing", async () => {
    const { server, port } = await listenSomewhere();
    const house = startHouse({ port });

    expect(await house.ended).toEqual(
      failure(`port ${port} is in use: choose another with PORT or --port`),
    );
    expect(existsSync(postgresDir())).toBe(false);
    server.close();
  });

  it("refuses a database that cannot be reached with one line that has no password in it", async () => {
    const house = startHouse({ databaseUrl: "postgresql://me:hunter2@127.0.0.1:1/shop" });

    const reason =
      "database '127.0.0.1:1/shop' cannot be reached: connect ECONNREFUSED 127.0.0.1:1";
    expect(await house.ended).toEqual(failure(reason));
    expect(runningParts()).toEqual([]);
  });

  it("refuses to run twice on one data folder, and says where it runs", async () => {
    const first = startHouse();
    const { url } = await first.ready;

    const { pid } = first.process;
    const reason = `already running from '${dir}/data' on ${url} (process ${pid})`;
    expect(await startHouse().ended).toEqual(failure(reason));
    expect(runningParts()).toContain("worker");
  });

  it("waits for a house that is on its way down", async () => {
    const first = startHouse();
    await first.ready;
    const stopped = first.stop();
    const second = startHouse();

    expect(await stopped).toMatchObject({ code: 0 });
    await second.ready;
  });

  // A checkout that is closed to other users leaves root nobody to be.
  if (canBeOrdinary || getuid?.() !== 0) {
    it("works as an ordinary user too", async () => {
      const house = startHouse(ordinaryUser);
      const { url } = await house.ready;

      expect((await fetch(`${url}/api/health`)).status).toBe(200);
      expect(await house.stop()).toMatchObject({ code: 0 });
    });

    it("refuses a data folder that cannot be written with one line", async () => {
      const closed = path.join(dir, "closed");
      mkdirSync(closed, { mode: 0o555 });
      const dataDir = path.join(closed, "data");

      const house = startHouse({ ...ordinaryUser, dataDir });
      expect(await house.ended).toEqual(
        failure(`data folder '${dataDir}' cannot be written: EACCES`),
      );
    });
  }

  function startHouse(options: Partial<FakeHouseOptions> = {}): FakeHouse {
    const house = startFakeHouse({ dir, dataDir: path.join(dir, "data"), ...options });
    houses.push(house);
    return house;
  }

  function postgresDir(): string {
    return path.join(dir, "data/postgres/data");
  }

  function pidOf(part: string): number | undefined {
    if (part === "postgres") return readPostmasterPid(postgresDir())?.pid;
    const file = path.join(dir, `${part}.pid`);
    return existsSync(file) ? Number(readFileSync(file, "utf8")) : undefined;
  }

  function getPid(part: string): number {
    const pid = pidOf(part);
    if (pid === undefined) throw new Error(`${part} has no process id`);
    return pid;
  }

  function pidsOf(parts: readonly string[]): Map<string, number | undefined> {
    return new Map(parts.map((part) => [part, pidOf(part)]));
  }

  function runningParts(): string[] {
    return PARTS.filter((part) => {
      const pid = pidOf(part);
      return pid !== undefined && isRunning(pid);
    });
  }
});

/** How a house ends that could not start: one line. */
function failure(message: string) {
  return { code: 1, stderr: `${JSON.stringify({ error: { code: "CANNOT_START", message } })}\n` };
}

function answers(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function listenSomewhere(): Promise<{ server: net.Server; port: number }> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo;
      resolve({ server, port });
    });
  });
}
