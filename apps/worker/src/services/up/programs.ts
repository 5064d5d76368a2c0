import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ConsoleAddress } from "./claim-port.ts";
import { EXAMPLE_PROJECT } from "./locate-project.ts";

/** A Node program of the house. */
export interface Program {
  /** Node's options, the file, its arguments. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** How long it may take to stop; see `startProcess`. */
  readonly stopMs?: number;
}

/** The programs that make up a house. */
export interface Programs {
  readonly worker: Program;
  readonly web: Program;
  /** Makes what `web` serves; runs only when that is missing or stale. */
  readonly build: Program;
  /** The services outside the example's shop. */
  readonly world: Program;
  /** The same, but nothing goes wrong unless told to. */
  readonly calmWorld: Program;
  /** The example's customers. */
  readonly traffic: Program;
}

/** Streams to open browsers end only when they are cut. */
const WEB_STOP_MS = 3_000;
/** A worker finishes the steps and calls it has begun. */
const WORKER_STOP_MS = 10_000;
/** What it needs besides: to close connections, brokers and traces. */
const WORKER_CLOSE_MS = 10_000;

/** The programs of this repository. @param stopMs - how long a worker may take to finish what it holds */
export function sagascopePrograms(
  root: string,
  { port, host }: ConsoleAddress,
  stopMs = WORKER_STOP_MS,
): Programs {
  const cli = path.join(root, "apps/worker/bin/sagascope.mjs");
  const web = path.join(root, "apps/web");
  const next = createRequire(path.join(web, "package.json")).resolve("next/dist/bin/next");
  const serve = path.join(web, "serve/main.mjs");
  return {
    worker: { args: [cli, "worker"], cwd: root, stopMs: stopMs + WORKER_CLOSE_MS },
    web: { args: [serve, String(port), host], cwd: web, stopMs: WEB_STOP_MS },
    build: { args: [next, "build"], cwd: web },
    world: exampleProgram(root, "world/main.ts"),
    calmWorld: exampleProgram(root, "world/main.ts", "--calm"),
    traffic: exampleProgram(root, "traffic/main.ts"),
  };
}

function exampleProgram(root: string, file: string, ...args: string[]): Program {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
  const example = path.dirname(path.join(root, EXAMPLE_PROJECT));
  return { args: ["--import", tsx, path.join(example, file), ...args], cwd: root };
}
