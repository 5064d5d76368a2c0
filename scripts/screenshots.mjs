// `npm run screenshots`: brings up a house, fills it with a few orders and takes a picture of every page in both themes
// at 1440×900, to docs/images/<page>.<theme>.png. No part of `npm test`.
const { requireNode } = await import("./steps/node-version.mjs");
requireNode(process.versions.node);
const { ensureInstalled } = await import("./steps/install.mjs");
const { ensurePrismaClient } = await import("./steps/prisma-client.mjs");
await ensureInstalled();
ensurePrismaClient();

const { prepareChromium } = await import("./steps/browser.mjs");
const { fromRoot } = await import("./steps/paths.mjs");
const { runNode } = await import("./steps/run-node.mjs");
const chromium = await prepareChromium();
if (chromium.kind === "missing") {
  console.error(`sagascope: no screenshots: ${chromium.advice}`);
  process.exit(1);
}
const playwright = fromRoot("node_modules/@playwright/test/cli.js");
const args = [playwright, "test", "--config", "e2e/screenshots.config.ts", "--reporter=list"];
process.exit(await runNode(args, { CHROMIUM_PATH: chromium.path }));
