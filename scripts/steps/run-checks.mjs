import { fromRoot } from "./paths.mjs";
import { runQuietly } from "./run-node.mjs";

const bin = (name) => fromRoot("node_modules", name);
const TSC = [bin("typescript/bin/tsc"), "--noEmit", "--incremental", "--tsBuildInfoFile"];
const CACHE = fromRoot("node_modules/.cache");

/** Each check: Node programs with their arguments, which must all succeed. */
const CHECKS = {
  lint: () => [[bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"]],
  types: () => [
    [...TSC, `${CACHE}/root.tsbuildinfo`, "-p", "tsconfig.json"],
    ...nextTypes(),
    [...TSC, `${CACHE}/web.tsbuildinfo`, "-p", "apps/web/tsconfig.json"],
  ],
  imports: () => [
    [
      bin("dependency-cruiser/bin/dependency-cruise.mjs"),
      ...["--config", "dependency-cruiser.config.cjs", "--output-type", "err"],
      ...["packages", "apps", "prisma/src", "examples", "scripts", "e2e"],
    ],
  ],
  unused: () => [[bin("knip/bin/knip.js"), "--no-progress"]],
};

/** Run some checks, all where none is named; whether all were good. */
export async function runChecks(names) {
  const unknown = names.find((name) => !(name in CHECKS));
  if (unknown) throw new Error(`check '${unknown}' does not exist`);
  let good = true;
  for (const name of names.length > 0 ? names : Object.keys(CHECKS)) {
    good = (await runCheck(name)) && good;
  }
  return good;
}

async function runCheck(name) {
  const startedMs = performance.now();
  const failures = [];
  for (const command of CHECKS[name]()) {
    const { code, stdout, stderr } = await runQuietly(process.execPath, command);
    if (code !== 0) failures.push(`${stdout}${stderr}`.trim());
  }
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  console.log(`${name.padEnd(8)} ${failures.length === 0 ? "ok" : "FAILED"} (${seconds} s)`);
  for (const output of failures) console.log(output);
  return failures.length === 0;
}

/** Next writes the types of its own imports and of the pages' addresses, which change with the pages; they are not kept in git. */
function nextTypes() {
  return [[bin("next/dist/bin/next"), "typegen", "apps/web"]];
}
