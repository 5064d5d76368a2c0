import pg from "pg";
import type { Logger } from "../../kernel/logger.ts";
import { STEADY_CONNECTION } from "./steady-connection.ts";

const RECONNECT_MS = 500;

/** A connection that does nothing but listen, and comes back by itself. */
export interface ListenOptions {
  readonly connectionString: string;
  /** Names that need no quoting, or are quoted. */
  readonly channels: readonly string[];
  onNotification(notification: { readonly channel: string; readonly payload?: string }): void;
  /** It listens, now and after each time the connection was lost: what was told meanwhile is lost. */
  onListening(pid: number): void;
  readonly logger: Logger;
  readonly reconnectMs?: number;
}

/**
 * LISTEN on a connection of its own, so that it is never busy with anything else.
 *
 * @returns closes it, also while it is gone
 * @throws what `pg` throws if the first connection cannot be made
 */
export async function listenOn(options: ListenOptions): Promise<{ close(): Promise<void> }> {
  const { connectionString, channels, onListening, logger, reconnectMs = RECONNECT_MS } = options;
  const listen = channels.map((channel) => `LISTEN ${channel};`).join(" ");
  let closed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const again = () => {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      open().catch((error: unknown) => {
        logger.warn("cannot listen for wake-ups", { error });
        again();
      });
    }, reconnectMs);
    timer.unref();
  };

  const open = async () => {
    const next = new pg.Client({
      ...{ ...STEADY_CONNECTION, query_timeout: STEADY_CONNECTION.connectionTimeoutMillis },
      connectionString,
      application_name: "sagascope wake-ups",
    });
    next.on("error", (error) => {
      if (client !== next) return; // whoever opens it is told; a second error of one that is gone opens no second one
      client = undefined;
      logger.warn("lost the connection for wake-ups", { error });
      again();
    });
    next.on("notification", options.onNotification);
    const { rows } = await next
      .connect()
      .then(() => next.query(`${listen} SELECT pg_backend_pid() AS pid`))
      .then(
        (results) => (results as unknown as { rows: { pid: number }[] }[]).at(-1) ?? { rows: [] },
      )
      .catch((error: unknown) => {
        next.end().catch(() => undefined); // it may stand all the same
        throw error;
      });
    if (closed) return void (await next.end());
    client = next;
    onListening(rows[0]?.pid ?? 0);
  };

  await open();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
