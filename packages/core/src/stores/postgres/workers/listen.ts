import pg from "pg";
import type { WakeUps } from "../../../engine/engine-stores.ts";
import type { Logger } from "../../../kernel/logger.ts";

/** Something to do for a project. */
const WORK = "sagascope_work";
/** Workers of a project came or left, or gave shards away. */
export const WORKERS_CHANNEL = "sagascope_workers";
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
        next.on("notification", ({ channel, payload }) => {
          if (payload !== project && payload !== "") return;
          onWake(channel === WORKERS_CHANNEL ? "workers" : undefined);
        });
        await next.connect();
        const { rows } = await next
          .query(`LISTEN ${WORK}; LISTEN ${WORKERS_CHANNEL}; SELECT pg_backend_pid() AS pid`)
          .then(
            (results) => (results as unknown as { rows: { pid: number }[] }[])[2] ?? { rows: [] },
          );
        if (closed) return void (await next.end());
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
