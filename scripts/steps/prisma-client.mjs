import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fromRoot, ROOT } from "./paths.mjs";

/** The product's schema, and that of an example: each folder holds `schema.prisma`, its config and the generated client. */
const FOLDERS = ["prisma", "examples/outbox-prisma"];
const CLI = fromRoot("node_modules/prisma");
const SCHEMA_ENGINE = fromRoot("prisma/tools/schema-engine.mjs");

/** Generate the Prisma clients that do not fit their schemas. Downloads nothing. */
export function ensurePrismaClient() {
  if (!existsSync(CLI)) return;
  for (const folder of FOLDERS) ensureOne(folder);
}

function ensureOne(folder) {
  const schema = fromRoot(`${folder}/schema.prisma`);
  const stamp = fromRoot(`${folder}/generated/.stamp`);
  if (!existsSync(schema)) return;
  const wanted = fingerprint(schema);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  generate(`${folder}/prisma.config.ts`);
  writeFileSync(stamp, wanted);
}

/** What the generated code depends on: the schema and the generator's version. */
function fingerprint(schema) {
  const hash = createHash("sha256").update(readFileSync(schema));
  return hash.update(readFileSync(`${CLI}/package.json`)).digest("hex");
}

function generate(config) {
  const args = [`${CLI}/build/index.js`, "generate", "--config", config];
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: "utf8",
    env: {
      ...{ CHECKPOINT_DISABLE: "1", PRISMA_HIDE_UPDATE_MESSAGE: "1" },
      PRISMA_SCHEMA_ENGINE_BINARY: SCHEMA_ENGINE, // the CLI would download one
      ...process.env,
    },
  });
  if (status !== 0) {
    throw new Error(`the Prisma client could not be generated: ${error ?? stderr ?? stdout}`);
  }
}
