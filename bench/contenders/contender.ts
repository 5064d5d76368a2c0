/** What a comparison measures; bench/README.md says what each means. */
export const FIGURES = ["drain", "idle", "workflows", "alone", "transitions"] as const;
export type Figure = (typeof FIGURES)[number];

/** Where a contender works, with nothing left there by another. */
export interface Arena {
  /** A database of its own, empty. */
  readonly databaseUrl: string;
  /** Unlike any other of the run, for what no database keeps apart. */
  readonly name: string;
  readonly redisUrl: string | undefined;
  /** The file that makes absurd's tables; its package does not hold them. */
  readonly absurdSql: string | undefined;
}

/**
 * A system under measurement. Each figure is a method that prepares, unmeasured; what it returns is the work that is
 * measured. One contender is opened for one figure. A figure it does not offer has no method.
 */
export interface Contender {
  /** Store waiting messages. Then: start a worker; settle when each was handled and durably marked. */
  readonly drain?: (count: number) => Promise<() => Promise<void>>;
  /** Start a worker. Then, again and again: hand in one message; settle when its handler is called. */
  readonly idle?: () => Promise<() => Promise<void>>;
  /** Then: run workflows of three steps; the milliseconds of each, from its start to its durable end. */
  readonly workflows?: (count: number, atOnce: number) => Promise<() => Promise<readonly number[]>>;
  /** Start a worker. Then, again and again: run one workflow of three steps; settle at its durable end. */
  readonly alone?: () => Promise<() => Promise<void>>;
  /** Store waiting messages. Then: start a worker; settle when each has led to a step that publishes one envelope. */
  readonly transitions?: (count: number) => Promise<() => Promise<void>>;
  /** Seconds its server has computed so far, where that is not the PostgreSQL. */
  readonly serverCpuSeconds?: () => Promise<number>;
  /** Why what it marks may be gone after a crash, as its server is set; it is then measured, but not compared with. */
  readonly notDurable?: string;
  /** Leave nothing running, and nothing behind outside the database. */
  close(): Promise<void>;
}

/** What a contender's file exports as `openContender`. */
export type OpenContender = (arena: Arena) => Promise<Contender>;
