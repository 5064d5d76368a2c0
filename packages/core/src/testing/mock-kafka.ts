import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { KafkaPackage } from "../brokers/kafka/kafka-client.ts";

/** Where `npm run kafka` has built the client and the server, or whatever the environment names. */
const FOLDER =
  process.env.SAGASCOPE_TEST_KAFKA ??
  path.resolve(import.meta.dirname, "../../../../scripts/kafka/node_modules");
const CLIENT = "@confluentinc/kafka-javascript";
const SERVER = path.join(FOLDER, ".bin/mock-kafka");

/** A server in memory that speaks Kafka's protocol: librdkafka's mock cluster. It forgets everything when it ends. */
export interface MockKafka {
  readonly port: number;
  /** End it as the machine would. */
  kill(): Promise<void>;
}

/** Whether tests on Kafka are to be left out: client or server were not built, and this is somebody's own machine. */
export function isKafkaMissing(): boolean {
  return !process.env.CI && !(existsSync(SERVER) && existsSync(path.join(FOLDER, CLIENT)));
}

/** The client, which nothing of ours installs. */
export function loadTestKafka(): KafkaPackage {
  return createRequire(path.join(FOLDER, "any.js"))(CLIENT) as KafkaPackage;
}

/** @param advertisedPort - what it tells clients that it listens on, where a proxy stands before it */
export async function startMockKafka(advertisedPort?: number): Promise<MockKafka> {
  const shown = advertisedPort === undefined ? [] : [String(advertisedPort)];
  const child: ChildProcess = spawn(SERVER, shown, { stdio: ["pipe", "pipe", "inherit"] });
  const [said] = await Promise.race([
    once(child.stdout as NodeJS.ReadableStream, "data"),
    once(child, "exit").then(() => {
      throw new Error("the server that speaks Kafka's protocol ended at once");
    }),
  ]);
  return {
    port: Number(String(said)),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
