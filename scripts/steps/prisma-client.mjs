import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fromRoot, ROOT } from "./paths.mjs";

const SCHEMA = fromRoot("prisma/schema.prisma");
const STAMP = fromRoot("prisma/generated/.stamp");
const CLI = fromRoot("node_modules/prisma");

/** Generate the Prisma client unless it fits the schema already. Downloads nothing. */
export function ensurePrismaClient() {
  if (!existsSync(SCHEMA) || !existsSync(CLI)) return;
  const wanted = fingerprint();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  generate();
  writeFileSync(STAMP, wanted);
}

/** What the generated code depends on: the schema and the generator's version. */
function fingerprint() {
  const hash = createHash("sha256").update(readFileSync(SCHEMA));
  return hash.update(readFileSync(`${CLI}/package.json`)).digest("hex");
}

function generate() {
  const args = [`${CLI}/build/index.js`, "generate", "--config", "prisma/prisma.config.ts"];
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, CHECKPOINT_DISABLE: "1", PRISMA_HIDE_UPDATE_MESSAGE: "1" },
  });
  if (status !== 0) {
    throw new Error(`the Prisma client could not be generated: ${error ?? stderr ?? stdout}`);
  }
}
