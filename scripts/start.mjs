// `npm start`: plain JavaScript without a single dependency, since it runs before anything is installed. Old Node
// versions have to be able to read this file, so everything else is imported after the check.
const { requireNode } = await import("./steps/node-version.mjs");
requireNode(process.versions.node);
const { ensureInstalled } = await import("./steps/install.mjs");
const { ensurePrismaClient } = await import("./steps/prisma-client.mjs");
const { followNpm } = await import("./steps/follow-npm.mjs");

await ensureInstalled();
ensurePrismaClient();

followNpm();
process.argv.splice(2, 0, "up");
await import("../apps/worker/bin/sagascope.mjs");
