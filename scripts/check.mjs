// `npm run check`: everything that can be checked without running the product, one line a check.
//   npm run check -- lint types      only these
const { requireNode } = await import("./steps/node-version.mjs");
requireNode(process.versions.node);
const { ensureInstalled } = await import("./steps/install.mjs");
const { ensurePrismaClient } = await import("./steps/prisma-client.mjs");
await ensureInstalled();
ensurePrismaClient();

const { runChecks } = await import("./steps/run-checks.mjs");
process.exit((await runChecks(process.argv.slice(2))) ? 0 : 1);
