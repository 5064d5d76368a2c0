import { STEADY_CONNECTION } from "@sagascope/core/postgres";
import pg from "pg";
import type { Change } from "./change.ts";
import { EVERYTHING, parseChange } from "./change.ts";

/** The channel on which workers say what moved. */
export const CHANGE_CHANNEL = "sagascope_change";

const RETRY_MS = 250;
const RETRY_MAX_MS = 5_000;

/** How the listening goes. */
export interface ChangeListening {
  /** Whether hints arrive at this moment. */
  readonly isConnected: () => boolean;
  /** Ends the connection and the attempts to have one. */
  readonly stop: () => Promise<void>;
}

/**
 * Hold one connection that listens for changes, and open another whenever it is lost. Since hints are not kept for
 * anybody, each new connection, the first too, reports everything as changed.
 */
export function listenForChanges(
  connectionString: string,
  onChange: (change: Change) => void,
): ChangeListening {
  let client: pg.Client | undefined;
  let connected = false;
  let stopped = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      ...{ ...STEADY_CONNECTION, query_timeout: STEADY_CONNECTION.connectionTimeoutMillis },
      connectionString,
      application_name: "sagascope-live",
    });
    client = next;
    next.on("error", () => lose(next));
    next.on("end", () => lose(next));
    next.on("notification", ({ payload }) => onChange(parseChange(payload)));
    try {
      await next.connect();
      await next.query(`LISTEN ${CHANGE_CHANNEL}`);
    } catch {
      lose(next);
      return;
    }
    if (client !== next) return; // lost in the meantime
    connected = true;
    failures = 0;
    onChange(EVERYTHING);
  }

  function lose(lost: pg.Client): void {
    if (client !== lost) return; // an older connection: it has been replaced
    client = undefined;
    connected = false;
    void lost.end().catch(() => {});
    if (stopped) return;
    timer = setTimeout(connect, Math.min(RETRY_MS * 2 ** failures, RETRY_MAX_MS));
    failures += 1;
  }

  void connect();
  return {
    isConnected: () => connected,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
