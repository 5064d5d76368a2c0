import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { BROKER_SERVERS, type BrokerServer } from "./brokering/broker-servers.ts";

/**
 * `brokers.ts` over every broker that the integration tests use, each once as it is and once as a soak in which consumers end all the
 * time. Writes `bench/results/<date>-brokers.json`; ends with 1 if a run lost an envelope or its order.
 *
 *   node --import tsx bench/all-brokers.ts [--envelopes 100000] [--only redis,nats]
 */
const { values } = parseArgs({
  options: {
    envelopes: { type: "string", default: "100000" },
    only: { type: "string", default: BROKER_SERVERS.map(({ name }) => name).join() },
  },
});
const SCRIPT = path.join(import.meta.dirname, "brokers.ts");
const CREDENTIALS = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };
const runs = { steady: [], soak: ["--replace", "500"] } as const;
const run = promisify(execFile);

const measured: object[] = [];
const loadBefore = loadavg()[0];
for (const server of BROKER_SERVERS) {
  if (!values.only.split(",").includes(server.name)) continue;
  for (const [kind, options] of Object.entries(runs)) {
    const figures = await measure(server, options);
    console.log(`${server.name} ${kind}: ${JSON.stringify(figures)}`);
    measured.push({ server: server.name, standIn: server.standIn, run: kind, ...figures });
  }
}
const file = `results/${new Date().toISOString().slice(0, 10)}-brokers.json`;
const machine = { processors: cpus().length, node: process.version, loadBefore };
writeFileSync(
  path.join(import.meta.dirname, file),
  `${JSON.stringify({ machine, measured }, undefined, 2)}\n`,
);

/** The figures of a run, in a server of its own where it is a stand-in. A run that failed has its complaint in their place. */
async function measure(server: BrokerServer, options: readonly string[]): Promise<object> {
  const { url, close } = await server.open();
  const size = ["--envelopes", values.envelopes];
  if (server.keeps !== undefined) size.push("--at-once", String(server.keeps));
  const script = ["--import", "tsx", SCRIPT, url, ...size, ...options];
  try {
    const { stdout } = await run(process.execPath, script, {
      env: { ...CREDENTIALS, ...process.env },
    });
    return JSON.parse(stdout) as object;
  } catch (error) {
    process.exitCode = 1;
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string };
    return stdout ? (JSON.parse(stdout) as object) : { failed: stderr ?? String(error) };
  } finally {
    await close();
  }
}
