// `npm run traffic -- --rate 200 --orders 10000`: the example's customers against the console that is up in this
// folder, or the one that SAGASCOPE_URL and SAGASCOPE_INGEST_TOKEN name.
const { requireNode } = await import("./steps/node-version.mjs");
requireNode(process.versions.node);
const { ensureInstalled } = await import("./steps/install.mjs");
const { findRunningHouse } = await import("./steps/running-house.mjs");

await ensureInstalled();
const found = process.env.SAGASCOPE_URL ? {} : findRunningHouse();
if (found === undefined) {
  console.error("sagascope: nothing is running here: `npm start` first, or set SAGASCOPE_URL");
  process.exit(1);
}
Object.assign(process.env, found);

const { register } = await import("tsx/esm/api");
register();
await import("../examples/fulfilment/traffic/main.ts");
