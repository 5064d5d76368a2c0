import type pg from "pg";

/** What happens to one statement of a transaction. */
export type StatementFault = "never sent" | "answer lost";

/** A pool of which one statement inside a transaction can be made to fail as a broken connection would. */
export interface FaultyPool {
  readonly pool: pg.Pool;
  /** Statements sent inside transactions so far. */
  sent(): number;
  /** Statements that failed so far because they were meant to. */
  failed(): number;
  /** Let the n-th statement from now on fail, once. */
  failAt(n: number, fault: StatementFault): void;
}

/** Wrap a pool. Statements outside transactions are left alone. */
export function makeFaultyPool(real: pg.Pool): FaultyPool {
  let sent = 0;
  let failed = 0;
  let plan: { readonly at: number; readonly fault: StatementFault } | undefined;

  const query = async (client: pg.PoolClient, args: Parameters<pg.PoolClient["query"]>) => {
    sent += 1;
    const fault = plan?.at === sent ? plan.fault : undefined;
    if (fault !== undefined) failed += 1;
    if (fault === "never sent") throw brokenConnection();
    const answer = await client.query(...args);
    if (fault === "answer lost") throw brokenConnection();
    return answer;
  };

  const wrap = (client: pg.PoolClient): pg.PoolClient =>
    new Proxy(client, {
      get: (target, name) => {
        if (name === "query") {
          return (...args: Parameters<pg.PoolClient["query"]>) => query(target, args);
        }
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });

  const pool = Object.create(real, {
    connect: {
      // With a callback it is the pool's own query that asks: a statement outside any transaction.
      value: (callback?: () => void) =>
        callback === undefined ? real.connect().then(wrap) : real.connect(callback),
    },
  }) as pg.Pool;

  return {
    pool,
    sent: () => sent,
    failed: () => failed,
    failAt: (n, fault) => {
      plan = { at: sent + n, fault };
    },
  };
}

function brokenConnection(): Error {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
}
