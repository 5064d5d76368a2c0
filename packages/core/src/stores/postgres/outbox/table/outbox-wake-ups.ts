import { InvalidConfigError } from "../../../../kernel/errors.ts";
import { type Logger, silentLogger } from "../../../../kernel/logger.ts";
import type { OutboxWakeUps } from "../../../../outbox/outbox-storage.ts";
import { listenOn } from "../../listen-on.ts";
import type { OutboxTable } from "./outbox-table.ts";

export interface OutboxWakeUpOptions {
  /** Of a connection of its own; not one of a pooler that hands out another session for each transaction. */
  readonly connectionString: string;
  /** Told of these topics only; default all. */
  readonly topics?: readonly string[];
  /** A consumer that leaves young messages alone is woken when they are old enough, once for all that came meanwhile. */
  readonly visibilityDelayMs?: number;
  readonly logger?: Logger;
  readonly reconnectMs?: number;
}

/**
 * Tells a relay or queue when something is published, by LISTEN.
 *
 * @throws {InvalidConfigError} if the table notifies nobody, or the delay makes no sense
 */
export function outboxWakeUps(table: OutboxTable, options: OutboxWakeUpOptions): OutboxWakeUps {
  const { notifyChannel } = table;
  const { connectionString, topics, visibilityDelayMs = 0, reconnectMs } = options;
  const { logger = silentLogger } = options;
  if (notifyChannel === undefined) {
    throw new InvalidConfigError("notifyChannel", `of table '${table.name}' is not set`);
  }
  if (!(Number.isFinite(visibilityDelayMs) && visibilityDelayMs >= 0)) {
    throw new InvalidConfigError(
      "visibilityDelayMs",
      `must be at least 0, got ${visibilityDelayMs}`,
    );
  }
  return {
    async listen(onWake) {
      const deferred = defer(onWake, visibilityDelayMs);
      const listening = await listenOn({
        ...{ connectionString, channels: [`"${notifyChannel}"`], logger, reconnectMs },
        onNotification: ({ payload = "" }) => {
          if (topics?.includes(payload) ?? true) deferred.wake();
        },
        onListening: onWake, // whatever was told while nobody listened
      });
      return {
        async close() {
          deferred.cancel();
          await listening.close();
        },
      };
    },
  };
}

/** One call a delay, however many ask for it meanwhile. */
function defer(onWake: () => void, delayMs: number) {
  let timer: NodeJS.Timeout | undefined;
  return {
    wake() {
      if (delayMs === 0) return onWake();
      timer ??= setTimeout(() => {
        timer = undefined;
        onWake();
      }, delayMs);
      timer.unref();
    },
    cancel: () => clearTimeout(timer),
  };
}
