import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { ReadyHouse } from "../../services/up/build-house.ts";
import type { Demo, HouseSettings } from "../../services/up/house-settings.ts";
import { EXAMPLE_PROJECT, locateProject } from "../../services/up/locate-project.ts";
import type { Command, Invocation } from "../command.ts";
import { UsageError } from "../errors.ts";

const ROOT = fileURLToPath(new URL("../../../../../", import.meta.url));
const portNumber = z.coerce.number().int().min(0).max(65_535);

/** `sagascope up`, which is also `npm start` */
export const up: Command = {
  summary:
    "Bring up the console, a worker and, unless DATABASE_URL is set, a database; stop with Ctrl-C.",
  usage: "[--port N] [--data DIR] [--project FILE] [--no-demo | --no-traffic]",
  options: {
    port: { type: "string" },
    data: { type: "string" },
    project: { type: "string" },
    "no-demo": { type: "boolean" },
    "no-traffic": { type: "boolean" },
  },
  help: {
    port: "the console's port (PORT, or 4280); 0 for any free one",
    data: "the folder for the database, keys and logs (SAGASCOPE_DATA, or .sagascope)",
    project: "the project file (SAGASCOPE_PROJECT, or sagascope.config.ts, or the example's)",
    "no-demo": "leave out the example's outside services and customers",
    "no-traffic": "leave out the example's customers, and let nothing go wrong by chance",
  },
  run: async (invocation) => {
    const { runUp } = await import("../../services/up/run-up.ts");
    const { sagascopePrograms } = await import("../../services/up/programs.ts");
    const { PartEndedError } = await import("../../services/up/errors.ts");
    const { signal, output, env } = invocation;
    const settings = readSettings(invocation);
    const outcome = await runUp(
      settings,
      (console) => sagascopePrograms(ROOT, console, env.pace.stopMs),
      {
        stop: signal,
        note: (text) => output.note(`sagascope: ${text}`),
        onReady: (house) => output.result(house, readyText(house)),
      },
    );
    if (outcome.kind === "crashed") {
      throw new PartEndedError(outcome.part, outcome.how, outcome.deaths);
    }
    output.note("sagascope: stopped");
  },
};

/** @throws {UsageError} if the project file does not exist, or the port is none */
function readSettings({ options, env, cwd, variables }: Invocation): HouseSettings {
  const named = (options.project as string | undefined) ?? env.project;
  const project = locateProject({ named, cwd, root: ROOT, exists: existsSync });
  if (!existsSync(project)) throw new UsageError(`project file '${project}' does not exist`);
  const isExample = project === path.join(ROOT, EXAMPLE_PROJECT);
  return {
    root: ROOT,
    dataDir: path.resolve(cwd, (options.data as string | undefined) ?? env.dataDir),
    port: readPort(options.port) ?? env.port,
    host: env.host,
    databaseUrl: env.databaseUrl,
    project,
    demo: isExample ? readDemo(options) : "none",
    sealKeys: env.sealKeys,
    authSecret: env.authSecret,
    consoleUrl: env.consoleUrl,
    variables,
  };
}

function readDemo(options: Invocation["options"]): Demo {
  if (options["no-demo"] === true) return "none";
  return options["no-traffic"] === true ? "calm world" : "world and traffic";
}

function readPort(text: string | boolean | undefined): number | undefined {
  if (text === undefined) return undefined;
  const { success, data } = portNumber.safeParse(text);
  if (!success) throw new UsageError(`--port must be a number from 0 to 65535, got '${text}'`);
  return data;
}

const DEMO_TEXT: Readonly<Record<Demo, string>> = {
  none: "No demo.",
  "calm world": "The example's outside services are running, its customers are not.",
  "world and traffic": "The example's traffic is running (--no-demo leaves it out).",
};

function readyText({ url, welcomeUrl, demo }: ReadyHouse): string {
  return [
    "",
    `  Sagascope is ready:  ${url}`,
    ...(welcomeUrl ? [`  First sign-in, once: ${welcomeUrl}`] : []),
    "",
    `  ${DEMO_TEXT[demo]}`,
    "  Ctrl-C stops everything.",
    "",
  ].join("\n");
}
