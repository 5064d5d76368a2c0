import { randomUUID } from "node:crypto";
import { createAlertSender, jsonLogger, parseSealKeys, startAlertWatch } from "@sagascope/core";
import { fromPgPool, postgresAlertStore } from "@sagascope/core/postgres";
import { database } from "../database/database.ts";
import { env } from "../env.ts";

/**
 * Watch alerts in this process, too: that no worker is alive can only be told by somebody else. Of all processes that watch, one
 * leads at a time.
 */
export function watchAlerts(): void {
  const { SAGASCOPE_SEAL_KEYS, SAGASCOPE_ALERT_HOSTS } = env();
  const keys = SAGASCOPE_SEAL_KEYS ? parseSealKeys(SAGASCOPE_SEAL_KEYS) : undefined;
  startAlertWatch({
    store: postgresAlertStore(fromPgPool(database().pool), keys),
    owner: `console:${process.pid}:${randomUUID().slice(0, 8)}`,
    send: createAlertSender(SAGASCOPE_ALERT_HOSTS.split(",").flatMap((host) => host.trim() || [])),
    logger: jsonLogger((line) => process.stdout.write(`${line}\n`), { level: "info" }),
  });
}
