import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import type { ReadyHouse } from "../build-house.ts";

const FAKE_HOUSE = path.join(import.meta.dirname, "fake-house.ts");
const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;

/** What a fake house is started with. */
export interface FakeHouseOptions {
  /** Where its parts write their process ids. */
  readonly dir: string;
  readonly dataDir: string;
  readonly port?: number;
  readonly databaseUrl?: string;
  /** Who it runs as; absent for ourselves. */
  readonly uid?: number;
}

/** How a house ended. */
export interface HouseEnd {
  readonly code: number | null;
  readonly stderr: string;
}

/** A house in a process of its own. */
export interface FakeHouse {
  readonly process: ChildProcess;
  /** Rejects if it ends before it is ready. */
  readonly ready: Promise<ReadyHouse>;
  readonly ended: Promise<HouseEnd>;
  /** What it has told so far. */
  told(): string;
  stop(): Promise<HouseEnd>;
}

/** Start `fake-house.ts`. */
export function startFakeHouse(options: FakeHouseOptions): FakeHouse {
  const { dir, dataDir, port = 0, databaseUrl, uid } = options;
  const args = ["--import", TSX, FAKE_HOUSE, dir, dataDir, String(port)];
  const house = spawn(process.execPath, databaseUrl ? [...args, databaseUrl] : args, {
    cwd: dir,
    stdio: ["ignore", "pipe", "pipe"],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let told = "";
  house.stderr.setEncoding("utf8").on("data", (text: string) => {
    told += text;
  });
  const ended = new Promise<HouseEnd>((resolve) => {
    house.once("close", (code) => resolve({ code, stderr: told }));
  });
  const ready = whenReady(house, ended);
  ready.catch(() => {}); // not every test waits for it
  return {
    process: house,
    ready,
    ended,
    told: () => told,
    stop: () => {
      house.kill("SIGTERM");
      return ended;
    },
  };
}

function whenReady(house: ChildProcess, ended: Promise<HouseEnd>): Promise<ReadyHouse> {
  return new Promise((resolve, reject) => {
    if (house.stdout === null) return reject(new Error("the house has no output"));
    createInterface({ input: house.stdout }).once("line", (line) => resolve(JSON.parse(line)));
    void ended.then(({ stderr }) => reject(new Error(`the house did not come up: ${stderr}`)));
  });
}
