import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { listBrowserTests, prepareChromium } from "./browser.mjs";
import {
  addTotals,
  countPlaywright,
  countVitest,
  listPlaywrightFailures,
  listPlaywrightSkips,
  listVitestFailures,
  listVitestSkips,
  NOTHING,
} from "./count-results.mjs";
import { fromRoot } from "./paths.mjs";
import { runNode } from "./run-node.mjs";

const VITEST = fromRoot("node_modules/vitest/vitest.mjs");
const PLAYWRIGHT = fromRoot("node_modules/@playwright/test/cli.js");

const SUITES = {
  unit: (report) => runVitest(report, ["unit", "web"]),
  int: (report) => runVitest(report, ["int"]),
  e2e: runPlaywright,
};

/**
 * Run some suites, all where none is named, one after the other, and count what came of them.
 *
 * @param options.suffix - added to the names of the report files
 * @param options.noSkips - whether a skipped test counts as a failed one
 */
export async function runSuites(names, { suffix, noSkips }) {
  const unknown = names.filter((name) => !(name in SUITES));
  if (unknown.length > 0) throw new Error(`suite '${unknown[0]}' does not exist`);
  mkdirSync(fromRoot(".reports"), { recursive: true });
  let totals = NOTHING;
  for (const name of names.length > 0 ? names : Object.keys(SUITES)) {
    const report = fromRoot(`.reports/${name}${suffix}.json`);
    rmSync(report, { force: true }); // an old one must not count for a run that wrote none
    totals = addTotals(totals, await SUITES[name](report));
  }
  if (!noSkips || totals.skipped === 0) return totals;
  console.error(`sagascope: ${totals.skipped} tests were skipped, which counts as failed here`);
  return { ...totals, failed: totals.failed + totals.skipped, skipped: 0 };
}

async function runVitest(report, projects) {
  const code = await runNode([
    VITEST,
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    "--passWithNoTests",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  return conclude(code, report, countVitest, listVitestFailures, listVitestSkips);
}

async function runPlaywright(report) {
  const chromium = await prepareChromium();
  if (chromium.kind === "missing") {
    const titles = await listBrowserTests(PLAYWRIGHT);
    for (const title of titles) console.log(`skipped: ${title}`);
    console.error(`sagascope: no browser tests: ${chromium.advice}`);
    return { ...NOTHING, skipped: titles.length };
  }
  const env = { CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const args = ["test", "--config", "e2e", "--pass-with-no-tests", "--reporter=list,json"];
  const code = await runNode([PLAYWRIGHT, ...args], env);
  return conclude(code, report, countPlaywright, listPlaywrightFailures, listPlaywrightSkips);
}

/** Count a suite's report and name once more, in one line each, what failed or was skipped: a long run's output is cut where it is kept. */
function conclude(code, path, count, listFailures, listSkips) {
  if (!existsSync(path)) return withExitCode(code, NOTHING);
  const report = readReport(path);
  for (const failure of listFailures(report)) console.log(`failed: ${failure}`);
  for (const skip of listSkips(report)) console.log(`skipped: ${skip}`);
  return withExitCode(code, count(report));
}

/** A run that failed although no test did (a crash, an error between tests) must not pass for a good one. */
function withExitCode(code, totals) {
  return code !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals;
}

function readReport(report) {
  return JSON.parse(readFileSync(report, "utf8"));
}
