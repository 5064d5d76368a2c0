import type pg from "pg";
import type { Statement } from "../stores/postgres/statement.ts";
import { createStatementBatch, type StatementBatch } from "../stores/postgres/statement-batch.ts";

/**
 * What happens to one statement: the server answers it with an error, or carries it out and the connection breaks before its
 * answer arrives.
 */
export type StatementFault = "refused" | "answer lost";

/** A statement as it was sent. */
export interface SentStatement {
  readonly text: string;
  /** What it is for; empty for statements that the pool itself sends. */
  readonly operation: string;
  /** Counts transactions; undefined outside of one. */
  readonly transaction: number | undefined;
}

/** Pools of which one statement can be made to fail. */
export interface FaultyPools {
  wrap(real: pg.Pool): pg.Pool;
  /** Statements sent since the last call of `begin`. */
  sent(): readonly SentStatement[];
  /** What failed because it was meant to. */
  failed(): SentStatement | undefined;
  /** Count from here on, and let the n-th statement fail, once. */
  begin(failing?: { readonly n: number; readonly fault: StatementFault }): void;
}

/** Answered by the server as a shutdown would be, and as one by the transaction: it can only be rolled back. */
const REFUSED = "DO $$ BEGIN RAISE EXCEPTION 'made to fail' USING ERRCODE = '57014'; END $$";

/** When a session forgets its plans depends on time: not counted, and left alone. */
const FORGET_PLANS = "DISCARD PLANS";

/** @param counted - `transactions`: statements outside of transactions are left alone */
export function makeFaultyPools(counted: "all" | "transactions" = "all"): FaultyPools {
  let sent: SentStatement[] = [];
  let failing: { readonly n: number; readonly fault: StatementFault } | undefined;
  let failed: SentStatement | undefined;
  let transactions = 0;

  const query = async (
    client: pg.PoolClient,
    statement: pg.QueryConfig | string,
    transaction: number | undefined,
  ): Promise<pg.QueryResult> => {
    const asked = askedBy(statement, transaction);
    sent.push(asked);
    const fault = failing?.n === sent.length ? failing.fault : undefined;
    if (fault === undefined) return client.query(statement);
    failed = asked;
    if (fault === "refused") return client.query(REFUSED);
    await client.query(statement);
    cut(client);
    throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  };

  /** One of a batch is answered by an error, which undoes all of it; or the answer to all of it is lost. */
  const sendBatch = (client: pg.PoolClient, batch: StatementBatch, transaction: number): void => {
    const { statements, answer } = batch;
    if (counted === "transactions" && statements.every(isRead)) return void client.query(batch);
    const at = (failing?.n ?? 0) - sent.length - 1;
    sent.push(...statements.map(({ text, operation }) => ({ text, operation, transaction })));
    const struck = statements[at];
    if (struck === undefined) return void client.query(batch);
    failed = { text: struck.text, operation: struck.operation, transaction };
    const lost = {
      resolve: () => {
        cut(client);
        answer.reject(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
      },
      reject: answer.reject,
    };
    client.query(
      failing?.fault === "refused"
        ? createStatementBatch(refusedAt(statements, at), answer)
        : createStatementBatch(statements, lost),
    );
  };

  const wrapClient = (client: pg.PoolClient, transaction: number): pg.PoolClient =>
    new Proxy(client, {
      get: (target, name) => {
        if (name === "query") {
          return (statement: pg.QueryConfig | string | StatementBatch) => {
            if (statement === FORGET_PLANS) return target.query(statement);
            return isBatch(statement)
              ? sendBatch(target, statement, transaction)
              : query(target, statement, transaction);
          };
        }
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });

  const alone = async (real: pg.Pool, statement: pg.QueryConfig | string) => {
    if (isAnnouncement(statement)) return real.query(statement);
    const client = await real.connect();
    let broken = true;
    try {
      const answer = await query(client, statement, undefined);
      broken = false;
      return answer;
    } finally {
      client.release(broken);
    }
  };

  const connect = async (real: pg.Pool): Promise<pg.PoolClient> => {
    transactions += 1;
    const transaction = transactions;
    return wrapClient(await real.connect(), transaction);
  };

  return {
    wrap: (real) =>
      Object.create(real, {
        // With a callback it is the pool's own query that asks.
        connect: {
          value: (callback?: () => void) =>
            callback === undefined ? connect(real) : real.connect(callback),
        },
        ...(counted === "all"
          ? { query: { value: (statement: pg.QueryConfig | string) => alone(real, statement) } }
          : {}),
      }) as pg.Pool,
    sent: () => sent,
    failed: () => failed,
    begin(next) {
      sent = [];
      failed = undefined;
      failing = next;
    },
  };
}

function askedBy(
  statement: pg.QueryConfig | string,
  transaction: number | undefined,
): SentStatement {
  if (typeof statement === "string") return { text: statement, operation: "", transaction };
  const { text, operation = "" } = statement as {
    readonly text: string;
    readonly operation?: string;
  };
  return { text, operation, transaction };
}

function isBatch(statement: object | string): statement is StatementBatch {
  return typeof statement === "object" && "statements" in statement;
}

/** Hints for screens and other workers are sent when time allows, many at once, and losing one changes nothing. */
function isAnnouncement(statement: pg.QueryConfig | string): boolean {
  return typeof statement === "object" && statement.text.includes("pg_notify(");
}

/** How often the worker's loop looks depends on time, and a look changes nothing. */
function isRead({ operation }: Statement): boolean {
  return /^(read|load) /.test(operation);
}

function refusedAt(statements: readonly Statement[], at: number): readonly Statement[] {
  return statements.map((statement, index) =>
    index === at ? { operation: statement.operation, text: REFUSED, values: [] } : statement,
  );
}

/** End the connection under a client, as a network does. */
function cut(client: pg.PoolClient): void {
  const { connection } = client as unknown as { readonly connection: pg.Connection };
  connection.stream.destroy();
}
