import { parseArgs } from "node:util";
import { whenAskedToStop } from "../when-asked-to-stop.ts";
import { serveWorld } from "./serve-world.ts";
import { createWorld } from "./world.ts";

const HELP = `The world around the shop: card company, warehouse, carrier and mail, in one process.

  --seed <n>   draw all luck from this number (default 1)
  --port <n>   port on 127.0.0.1 (default WORLD_PORT, or else 4290)
  --calm       no mishaps by chance: no failures, outages or declines that nobody asked for`;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    port: { type: "string", default: process.env.WORLD_PORT ?? "4290" },
    calm: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const seed = Number(values.seed);
const port = Number(values.port);
if (values.help) {
  console.log(HELP);
} else if (!Number.isInteger(seed) || !Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error("world: --seed must be a whole number and --port one from 0 to 65535");
  process.exitCode = 1;
} else {
  start(seed, port, values.calm);
}

function start(seed: number, port: number, calm: boolean): void {
  const server = serveWorld(createWorld(seed, calm, () => performance.now()));
  server.once("error", (error) => {
    console.error(`world: cannot listen on port ${port}: ${error.message}`);
    process.exitCode = 1;
  });
  server.listen(port, "127.0.0.1", () => {
    console.log(`world: http://127.0.0.1:${port}, seed ${seed}${calm ? ", calm" : ""}`);
  });
  whenAskedToStop(() => {
    server.close();
    server.closeAllConnections();
  });
}
