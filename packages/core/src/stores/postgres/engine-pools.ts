import pg from "pg";

const WORK_CONNECTIONS_MAX = 8;
const RELAXED_CONNECTIONS_MAX = 2;

/** The connections of one engine. */
export interface EnginePools {
  /** For steps: pipelined, so that a transaction's statements cost one round trip. */
  readonly work: pg.Pool;
  /**
   * For claims: committed without waiting for the disk. A crash of the server may forget the newest of them, and then only
   * that a worker had begun.
   */
  readonly relaxed: pg.Pool;
  close(): Promise<void>;
}

/** @param onError - told when an idle connection breaks; the pool makes another */
export function openEnginePools(
  connectionString: string,
  onError: (error: Error) => void,
): EnginePools {
  const work = new pg.Pool({ connectionString, max: WORK_CONNECTIONS_MAX, pipeline: true });
  const relaxed = new pg.Pool({
    connectionString,
    max: RELAXED_CONNECTIONS_MAX,
    options: "-c synchronous_commit=off",
  });
  for (const pool of [work, relaxed]) {
    pool.on("error", onError);
    pool.on("connect", (client) => client.on("error", ignore));
  }
  return {
    work,
    relaxed,
    close: async () => {
      await Promise.all([work.end(), relaxed.end()]);
    },
  };
}

/**
 * A session that the server ends while nobody listens to its client, as between being connected and being handed out, would
 * end the process. Whoever uses the client next is told by the statement that fails.
 */
function ignore(): void {}
