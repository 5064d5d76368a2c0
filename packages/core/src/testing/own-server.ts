import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { eventually } from "./eventually.ts";

/** A node of RabbitMQ takes half a minute on a machine that does much else. */
const START_MS = 120_000;

/** Where a server listens and writes. */
export interface Place {
  readonly port: number;
  readonly folder: string;
}

/** A server that the test started, and may kill. */
export interface OwnServer extends Place {
  /** Kill it as the machine would, and start it again over what it had written. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
}

/** Whether a program can be run here. On somebody's own machine its tests are left out; where CI is set they run, and fail. */
export async function hasProgram(program: string): Promise<boolean> {
  if (process.env.CI) return true;
  return await new Promise((resolve) => {
    const child = spawn(program, ["--version"], { stdio: "ignore" });
    child.on("error", () => resolve(false));
    child.on("exit", () => resolve(true));
  });
}

/** Start a server on a free port of the loopback, with a folder and a process group of its own. */
export async function startOwnServer(
  program: string,
  argumentsOf: (place: Place) => readonly string[],
  environmentOf: (place: Place) => Readonly<Record<string, string>> = () => ({}),
): Promise<OwnServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "sagascope-server-"));
  const port = await freePort();
  const start = async (): Promise<ChildProcess> => {
    const env = { ...process.env, ...environmentOf({ port, folder }) };
    const options = { env, stdio: "ignore", detached: true } as const;
    const child = spawn(program, argumentsOf({ port, folder }), options);
    child.on("error", () => undefined); // then it never answers
    await eventually(`${program} to answer`, () => answers(port), START_MS);
    return child;
  };
  let running = await start();
  // Also when the tests themselves are ended.
  const killNow = () => signal(running);
  process.once("exit", killNow);
  const kill = async (): Promise<void> => {
    if (running.exitCode !== null || running.signalCode !== null) return;
    const exited = once(running, "exit");
    signal(running);
    await exited;
    await eventually(`${program} to be gone`, async () => !(await answers(port)));
  };
  return {
    ...{ port, folder },
    async killAndRestart() {
      await kill();
      running = await start();
    },
    async stop() {
      process.off("exit", killNow);
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Kills the whole group: what was started may be a script around the server. */
function signal({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, "SIGKILL");
}

/** A port of the loopback that nobody listens on now. */
export async function freePort(): Promise<number> {
  const listener = net.createServer();
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo;
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host: "127.0.0.1", port });
    const answer = (does: boolean) => {
      socket.destroy();
      resolve(does);
    };
    socket.on("connect", () => answer(true));
    socket.on("error", () => answer(false));
  });
}
