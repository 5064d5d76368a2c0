import pg from "pg";
import type { WakeUps } from "../../../engine/engine-stores.ts";
import type { Logger } from "../../../kernel/logger.ts";

const CHANNEL = "sagascope_work";
const RECONNECT_MS = 500;

/** LISTEN on a connection of its own, so that it is never busy with anything else. */
export function postgresWakeUps(
  connectionString: string,
  project: string,
  logger: Logger,
): WakeUps {
  return {
    async listen(onWake, onSession) {
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
        }, RECONNECT_MS);
        timer.unref();
      };

      const open = async () => {
        const next = new pg.Client({ connectionString, application_name: "sagascope wake-ups" });
        next.on("error", (error) => {
          logger.warn("lost the connection for wake-ups", { error });
          again();
        });
        next.on("notification", ({ payload }) => {
          if (payload === project || payload === "") onWake();
        });
        await next.connect();
        const { rows } = await next
          .query<{ pid: number }>(`LISTEN ${CHANNEL}; SELECT pg_backend_pid() AS pid`)
          .then(
            (results) =>
              (Array.isArray(results) ? results[1] : results) as { rows: { pid: number }[] },
          );
        client = next;
        onSession(rows[0]?.pid ?? 0);
        onWake(); // whatever was announced while nobody listened
      };

      await open();
      return {
        async close() {
          closed = true;
          clearTimeout(timer);
          await client?.end().catch(() => undefined);
        },
      };
    },
  };
}
