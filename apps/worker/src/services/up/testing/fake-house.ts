// A house of tiny parts, run by the tests as a process of its own: real supervisor, data folder, Postgres and
// migrations, but a worker and a console of one line each. Arguments: DIR DATA_DIR PORT [DATABASE_URL].
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Command } from "../../../cli/command.ts";
import { main } from "../../../cli/main.ts";
import { hashConsoleSources, markConsoleBuilt } from "../console-build.ts";
import { PartEndedError } from "../errors.ts";
import { runUp } from "../run-up.ts";

const [dir = "", dataDir = "", port = "0", databaseUrl] = process.argv.slice(2);
const IDLE = "setInterval(() => {}, 1e6)";
const SERVE_HEALTH = `require("node:http").createServer((request, response) => response.end("{}"))
  .listen(process.env.PORT, "127.0.0.1")`;

/** A program that writes its process id where the tests look for it. */
function program(name: string, script: string) {
  const notePid = `require("node:fs").writeFileSync("${dir}/${name}.pid", String(process.pid))`;
  return { args: ["-e", `${notePid};${script}`], cwd: dir };
}

/** Sources that are built already: building has tests of its own. */
function builtRoot(): string {
  const root = path.join(dir, "root");
  mkdirSync(path.join(root, "apps/web/.next"), { recursive: true });
  writeFileSync(path.join(root, "apps/web/.next/BUILD_ID"), "1");
  markConsoleBuilt(root, hashConsoleSources(root));
  return root;
}

const programs = {
  worker: program("worker", IDLE),
  web: program("web", SERVE_HEALTH),
  build: program("build", ""),
  world: program("world", IDLE),
  calmWorld: program("world", IDLE),
  traffic: program("traffic", IDLE),
};

const up: Command = {
  summary: "",
  usage: "",
  options: {},
  run: async ({ signal, output, variables }) => {
    const settings = {
      root: builtRoot(),
      dataDir,
      port: Number(port),
      host: "127.0.0.1",
      databaseUrl,
      project: "none",
      demo: "world and traffic",
      sealKeys: undefined,
      authSecret: undefined,
      consoleUrl: undefined,
      variables,
    } as const;
    const outcome = await runUp(settings, () => programs, {
      stop: signal,
      note: output.note,
      onReady: (house) => output.result(house, house.url),
    });
    if (outcome.kind === "crashed") {
      throw new PartEndedError(outcome.part, outcome.how, outcome.deaths);
    }
  },
};

const stop = new AbortController();
process.on("SIGTERM", () => stop.abort());
process.exitCode = await main(
  {
    argv: ["up", "--json"],
    variables: process.env,
    cwd: dir,
    signal: stop.signal,
    print: (line) => process.stdout.write(`${line}\n`),
    warn: (line) => process.stderr.write(`${line}\n`),
  },
  { up },
);
