import type { Socket } from "node:net";
import pg from "pg";

/** A statement that nothing was heard of for so long is asked after. */
const QUIET_MS = 10_000;
/** The server is out of reach if it does not say within this what its sessions do. */
const PROBE_MS = 5_000;
const LOOKS_A_QUIET_TIME = 5;

/** Sessions that do not work on anything: what was sent to them, or their answer, is lost. Those that it does not know are not judged. */
const LIST_IDLE = `
  SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1::int[]) AND state LIKE 'idle%'`;

/** How patient a watch is. */
export interface AnswerPatience {
  readonly quietMs?: number;
  readonly probeMs?: number;
}

/** What was last seen of a connection. */
interface Seen {
  /** Bytes that had been sent when the server last said that it is ready for more. */
  answeredBytes: number;
  sentBytes: number;
  receivedBytes: number;
  sinceMs: number;
}

/** A client of a pool with what the driver's types leave out. */
type Client = pg.PoolClient & { readonly connection: pg.Connection; readonly processID: number };

/**
 * Give up connections whose network swallows what is sent: their statements fail as in any outage, instead of waiting for ever. How long
 * a statement takes does not matter, since maintenance may take many minutes: after some time without a word another connection asks
 * the server whether it is still at it, and only if it cannot be reached, or knows of no work, the connection is broken.
 *
 * @returns ends the watch
 */
export function watchAnswers(
  pool: pg.Pool,
  connectionString: string,
  { quietMs = QUIET_MS, probeMs = PROBE_MS }: AnswerPatience = {},
): () => void {
  const watched = new Map<Client, Seen>();
  let isProbing = false;

  pool.on("connect", (connected) => {
    const client = connected as Client;
    const { bytesWritten, bytesRead } = socketOf(client);
    const seen: Seen = {
      answeredBytes: bytesWritten,
      sentBytes: bytesWritten,
      receivedBytes: bytesRead,
      sinceMs: performance.now(),
    };
    watched.set(client, seen);
    // Before the driver, which sends the next statement as soon as it hears this.
    client.connection.prependListener("readyForQuery", () => {
      seen.answeredBytes = socketOf(client).bytesWritten;
    });
  });
  pool.on("remove", (client) => void watched.delete(client as Client));

  const look = (): void => {
    const nowMs = performance.now();
    const quiet = [...watched].filter(([client, seen]) => isQuiet(client, seen, nowMs, quietMs));
    if (quiet.length > 0 && !isProbing) void probe(quiet);
  };
  const probe = async (quiet: readonly (readonly [Client, Seen])[]): Promise<void> => {
    isProbing = true;
    const lost = await findLost(
      connectionString,
      probeMs,
      quiet.map(([{ processID }]) => processID),
    );
    isProbing = false;
    const nowMs = performance.now();
    for (const [client, seen] of quiet) {
      if (!lost(client.processID) || !isQuiet(client, seen, nowMs, quietMs)) continue;
      socketOf(client).destroy(noAnswer(nowMs - seen.sinceMs));
    }
  };
  const timer = setInterval(look, quietMs / LOOKS_A_QUIET_TIME);
  timer.unref();
  return () => clearInterval(timer);
}

function isQuiet(client: Client, seen: Seen, nowMs: number, quietMs: number): boolean {
  const { bytesWritten, bytesRead } = socketOf(client);
  const isWaiting = bytesWritten !== seen.answeredBytes;
  if (!isWaiting || bytesWritten !== seen.sentBytes || bytesRead !== seen.receivedBytes) {
    seen.sentBytes = bytesWritten;
    seen.receivedBytes = bytesRead;
    seen.sinceMs = nowMs;
  }
  return nowMs - seen.sinceMs >= quietMs;
}

/** @returns says of a session whether what was sent to it is lost */
async function findLost(
  connectionString: string,
  probeMs: number,
  pids: readonly number[],
): Promise<(pid: number) => boolean> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
    application_name: "sagascope probe",
  });
  client.on("error", ignore);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(LIST_IDLE, [pids]);
    client.end().catch(ignore);
    const idle = new Set(rows.map(({ pid }) => pid));
    return (pid) => idle.has(pid);
  } catch (error) {
    client.end().catch(ignore);
    // Whatever the server answers, also that it has no connection to spare, it is there.
    const isReached = error instanceof pg.DatabaseError;
    return () => !isReached;
  }
}

function socketOf({ connection }: Client): Socket {
  return connection.stream as Socket;
}

/** With the code by which Node says the same of a connection. */
function noAnswer(ms: number): Error {
  const error = new Error(`no answer for ${Math.round(ms / 1_000)} s, and the server is not at it`);
  return Object.assign(error, { code: "ETIMEDOUT" });
}

function ignore(): void {}
