#!/usr/bin/env node
// Stands in for Prisma's native `schema-engine`, which is downloaded from outside npm: the same JSON-RPC over
// stdio, answered by the WebAssembly build of the engine. `prisma.config.ts` points the CLI here.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseArgs } from "node:util";
import { answerRequests } from "./schema-engine/answer-requests.mjs";
import { runCommand } from "./schema-engine/run-command.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false, // the CLI passes options that only the native engine knows
  options: {
    datamodels: { type: "string", multiple: true },
    datasource: { type: "string" },
    version: { type: "boolean", short: "V" },
  },
});
const datasource = values.datasource ? JSON.parse(values.datasource) : {};

if (values.version) printVersion();
else if (positionals[0] === "cli")
  process.exitCode = await runCommand(positionals[1], datasource.url);
else await answerRequests({ datasource, datamodels: values.datamodels ?? [] });

function printVersion() {
  const file = createRequire(import.meta.url).resolve("@prisma/engines-version/package.json");
  console.log(`schema-engine-cli ${JSON.parse(readFileSync(file, "utf8")).prisma.enginesVersion}`);
}
