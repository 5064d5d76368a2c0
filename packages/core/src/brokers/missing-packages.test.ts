import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const BROKERS = [
  ["redis://127.0.0.1:1", "redis"],
  ["nats://127.0.0.1:1", "@nats-io/transport-node"],
  ["amqp://127.0.0.1:1", "amqplib"],
  ["kafka://127.0.0.1:1", "@confluentinc/kafka-javascript"],
  ["sqs://us-east-1", "@aws-sdk/client-sqs"],
] as const;

const PACKAGES = [...BROKERS.map(([, name]) => name), "ioredis"];

/** Finds none of the packages, as where they were never installed. */
const HOOKS = `export async function resolve(name, context, next) {
  if (!${JSON.stringify(PACKAGES)}.includes(name)) return next(name, context);
  throw Object.assign(new Error("Cannot find package '" + name + "'"), { code: "ERR_MODULE_NOT_FOUND" });
}`;

const brokers = new URL("./broker-of-url.ts", import.meta.url).href;
const loggers = new URL("../kernel/logger.ts", import.meta.url).href;

/** Consumes from each, and writes what is logged until all were told. */
const SCRIPT = `import { register } from "node:module";
  register("data:text/javascript," + encodeURIComponent(${JSON.stringify(HOOKS)}));
  const { brokerOfUrl } = await import(${JSON.stringify(brokers)});
  const { jsonLogger } = await import(${JSON.stringify(loggers)});
  const urls = ${JSON.stringify(BROKERS.map(([url]) => url))};
  let lines = 0;
  const logger = jsonLogger((line) => {
    console.log(line);
    lines += 1;
    if (lines === urls.length) setImmediate(() => process.exit(0));
  });
  for (const url of urls) brokerOfUrl(url).subscribe("t", { logger });`;

it("each kind of broker says at its start which package is missing, and how to install it", async () => {
  const args = ["--import", "tsx", "--input-type=module", "-e", SCRIPT];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 50_000 });
  const told = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { level: string; problem: string });
  expect(told.map(({ problem }) => problem).sort()).toEqual(
    BROKERS.map(
      ([, name]) => `package '${name}' is not installed, run: npm install ${name}`,
    ).sort(),
  );
  for (const { level } of told) expect(level).toBe("error");
});
