// `npm run kafka`: what the tests of the Kafka adapter need, in scripts/kafka/node_modules: the client, built from source, and a server
// in memory that speaks Kafka's protocol, built on the same library. Takes some minutes, once. Needs a C++ compiler, make, Python, and
// the headers of OpenSSL, SASL and zlib; on Debian:
//   apt-get install g++ make python3 libssl-dev libsasl2-dev zlib1g-dev
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fromRoot } from "./steps/paths.mjs";

const FOLDER = fromRoot("scripts/kafka");
const CLIENT = path.join(FOLDER, "node_modules/@confluentinc/kafka-javascript");
const BUILT = path.join(CLIENT, "build/Release/confluent-kafka-javascript.node");
const LIBRARY = path.join(CLIENT, "build/deps");
const SERVER = path.join(FOLDER, "node_modules/.bin/mock-kafka");

if (!existsSync(BUILT) || !existsSync(LIBRARY)) {
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    CKJS_LINKING: "dynamic",
    npm_config_build_from_source: "true", // a binary that was fetched has no library for the server
    ...headersOfNode(),
  });
}
run("cc", [
  ...["-O1", "-Wall", "-o", SERVER, path.join(FOLDER, "mock-kafka.c")],
  ...["-I", path.join(LIBRARY, "include"), "-L", LIBRARY],
  ...["-l:librdkafka.so.1", `-Wl,-rpath,${LIBRARY}`],
]);

/** Those that Node brought along, where it did; otherwise they are fetched. */
function headersOfNode() {
  const prefix = path.resolve(process.execPath, "../..");
  const has = existsSync(path.join(prefix, "include/node/node_version.h"));
  return has ? { npm_config_nodedir: prefix } : {};
}

function run(command, args, environment = {}) {
  const env = { ...process.env, ...environment };
  const { status, error } = spawnSync(command, args, { cwd: FOLDER, env, stdio: "inherit" });
  if (status === 0) return;
  console.error(`sagascope: ${command} failed: ${error?.message ?? `exit code ${status}`}`);
  process.exit(1);
}
