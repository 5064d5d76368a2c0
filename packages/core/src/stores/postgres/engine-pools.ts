import pg from "pg";
import { STEADY_CONNECTION } from "./steady-connection.ts";
import { type AnswerPatience, watchAnswers } from "./watch-answers.ts";

const WORK_CONNECTIONS_MAX = 8;
/** One, so that claims are written in the order in which they were made. */
const RELAXED_CONNECTIONS_MAX = 1;
/** Feeds of one topic wait for each other to number it: not on connections that steps need. */
const FEED_CONNECTIONS_MAX = 3;

/**
 * Every statement of the engine finds its rows by key, whatever the tables' statistics say: just after a burst they are far
 * off, and one plan that reads a whole table stalls every lane. Plans are made once a connection. Compiling them would pay off
 * for reports, not for these.
 */
const PLANS_BY_KEY = [
  "plan_cache_mode=force_generic_plan",
  "enable_seqscan=off",
  "enable_hashjoin=off",
  "enable_mergejoin=off",
  "jit=off",
];
const RELAXED = [...PLANS_BY_KEY, "synchronous_commit=off"];

/** The connections of one engine. */
export interface EnginePools {
  /** For steps. */
  readonly work: pg.Pool;
  /**
   * For claims: committed without waiting for the disk. A crash of the server may forget the newest of them, and then only
   * that a worker had begun.
   */
  readonly relaxed: pg.Pool;
  /** For feeds; opened when the first one needs it. */
  readonly feeds: pg.Pool;
  close(): Promise<void>;
}

/**
 * A network that swallows what is sent is an outage to all of them, found within some seconds: see `watchAnswers`.
 *
 * @param onError - told when an idle connection breaks; the pool makes another
 */
export function openEnginePools(
  connectionString: string,
  onError: (error: Error) => void,
  patience: AnswerPatience & { readonly connectMs?: number } = {},
): EnginePools {
  const { connectMs: connectionTimeoutMillis = STEADY_CONNECTION.connectionTimeoutMillis } =
    patience;
  const open = (max: number, settings: readonly string[]) =>
    new pg.Pool({
      ...{ ...STEADY_CONNECTION, connectionTimeoutMillis, connectionString, max },
      options: optionsOf(settings),
    });
  const work = open(WORK_CONNECTIONS_MAX, PLANS_BY_KEY);
  const relaxed = open(RELAXED_CONNECTIONS_MAX, RELAXED);
  const feeds = open(FEED_CONNECTIONS_MAX, PLANS_BY_KEY);
  const stops = [work, relaxed, feeds].map((pool) => {
    pool.on("error", onError);
    pool.on("connect", (client) => client.on("error", ignore));
    return watchAnswers(pool, connectionString, patience);
  });
  return {
    work,
    relaxed,
    feeds,
    close: async () => {
      await Promise.all([work.end(), relaxed.end(), feeds.end()]);
      for (const stop of stops) stop();
    },
  };
}

function optionsOf(settings: readonly string[]): string {
  return settings.map((setting) => `-c ${setting}`).join(" ");
}

/**
 * A session that the server ends while nobody listens to its client, as between being connected and being handed out, would
 * end the process. Whoever uses the client next is told by the statement that fails.
 */
function ignore(): void {}
