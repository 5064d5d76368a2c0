import type pg from "pg";
import type { StatementBatch } from "../stores/postgres/statement-batch.ts";

/** One exchange with the server: what was asked in it, by the names of its statements. */
export type Exchange = readonly string[];

/** A pool that notes what is sent through it. */
export interface CountingPool {
  readonly pool: pg.Pool;
  /** Take what was sent since the last call. */
  take(): readonly Exchange[];
}

/** Wrap a pool. Counts do not depend on the machine, so tests can hold them. */
export function makeCountingPool(real: pg.Pool): CountingPool {
  let exchanges: Exchange[] = [];

  const note = (query: unknown): void => {
    if (isBatch(query)) exchanges.push(query.statements.map(({ operation }) => operation));
    else exchanges.push([nameOf(query)]);
  };

  const wrap = (client: pg.PoolClient): pg.PoolClient =>
    new Proxy(client, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name !== "query") return value.bind(target);
        return (...args: readonly unknown[]) => {
          note(args[0]);
          return Reflect.apply(value, target, args) as unknown;
        };
      },
    });

  const pool = Object.create(real, {
    query: {
      value: (...args: readonly unknown[]) => {
        note(args[0]);
        return Reflect.apply(real.query, real, args) as unknown;
      },
    },
    connect: {
      value: (callback?: () => void) =>
        callback === undefined ? real.connect().then(wrap) : real.connect(callback),
    },
  }) as pg.Pool;

  return {
    pool,
    take() {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
  };
}

/** BEGIN and COMMIT carry the name of their transaction; the text tells them apart. */
function nameOf(query: unknown): string {
  if (typeof query === "string") return query;
  const { text, operation } = query as { readonly text: string; readonly operation?: string };
  return text === "BEGIN" || text === "COMMIT" ? text : (operation ?? text);
}

function isBatch(query: unknown): query is StatementBatch {
  return typeof query === "object" && query !== null && "statements" in query;
}
