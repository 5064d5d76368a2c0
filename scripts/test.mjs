// `npm test`: unit, web, integration and browser tests, with a JSON report a suite in .reports/. The last line counts.
//   npm test                     everything
//   npm test -- int              one or several of: unit, int, e2e
//   … --suffix pg15              report files of another name: int-pg15.json
//   … --no-skips                 a skipped test is a failure; so it is wherever CI is set
const { requireNode } = await import("./steps/node-version.mjs");
requireNode(process.versions.node);
const { ensureInstalled } = await import("./steps/install.mjs");
const { ensurePrismaClient } = await import("./steps/prisma-client.mjs");
const { parseArgs } = await import("node:util");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    suffix: { type: "string" },
    "no-skips": { type: "boolean", default: Boolean(process.env.CI) },
  },
});
await ensureInstalled();
ensurePrismaClient();

const { runSuites } = await import("./steps/run-suites.mjs");
const totals = await runSuites(positionals, {
  suffix: values.suffix ? `-${values.suffix}` : "",
  noSkips: values["no-skips"],
});
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : "";
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exit(totals.failed === 0 ? 0 : 1);
