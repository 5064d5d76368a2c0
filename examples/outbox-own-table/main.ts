// DATABASE_URL=postgresql://… npx tsx main.ts
import { jsonLogger, stopOnSignals } from "@sagascope/core";
import pg from "pg";
import { sendNotifications } from "./send-notifications.ts";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
// A connection that ends, idle or just handed out, is not the end of the process: the next statement knows.
pool.on("error", () => undefined);
pool.on("connect", (client) => client.on("error", () => undefined));
const logger = jsonLogger((line) => process.stderr.write(`${line}\n`), { level: "info" });
const print = async (to: string, notice: object) =>
  void process.stdout.write(`to ${to}: ${JSON.stringify(notice)}\n`);

const relay = sendNotifications(pool, print, logger);
stopOnSignals(process, { stop: (deadlineMs) => relay.stop(deadlineMs).then(() => pool.end()) });
relay.start();
