import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { findMissingPackages } from "./missing-packages.mjs";
import { fromRoot, ROOT } from "./paths.mjs";

const LOCK = fromRoot("package-lock.json");
const INSTALLED = fromRoot("node_modules/.package-lock.json"); // written by npm when an install is complete

/** Install what package-lock.json names, unless it is there already. Ends the process if that fails. */
export async function ensureInstalled() {
  if (existsSync(INSTALLED)) {
    const missing = findMissingPackages(readPackages(LOCK), readPackages(INSTALLED));
    if (missing.length === 0) return;
  }
  console.error("sagascope: installing packages (about a minute, once)");
  const code = await npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  if (code === 0) return;
  console.error(`sagascope: packages could not be installed: npm ci ended with exit code ${code}`);
  process.exit(1);
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

/** npm tells where it is when it runs us; otherwise it is on the path. Resolves to its exit code. */
function npm(args) {
  const self = process.env.npm_execpath;
  const [command, before] = self?.endsWith(".js") ? [process.execPath, [self]] : ["npm", []];
  return new Promise((resolve) => {
    const shell = command === "npm" && process.platform === "win32";
    const child = spawn(command, [...before, ...args], { cwd: ROOT, stdio: "inherit", shell });
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => child.kill(signal));
    child.once("error", () => resolve(127));
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
