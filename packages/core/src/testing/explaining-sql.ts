import type pg from "pg";
import { fromPg, type TransactionalSql } from "../stores/postgres/sql.ts";
import type { TextRow } from "../stores/postgres/statement.ts";

/** A binding that keeps the plan of the last statement of each transaction, run once more and undone for it. */
export interface ExplainingSql {
  readonly sql: TransactionalSql;
  /** Take the plans since the last call, in order. */
  take(): readonly string[];
}

/** Wrap a pool. Statements that hang together are sent one after the other, as a binding without batches would. */
export function explainingSql(pool: pg.Pool): ExplainingSql {
  let plans: string[] = [];
  return {
    sql: {
      query: (operation, text, values) => fromPg(pool).query(operation, text, values),
      async batch(_operation, statements) {
        const client = await pool.connect();
        const answers: (readonly TextRow[])[] = [];
        try {
          await client.query("BEGIN");
          for (const [at, { text, values }] of statements.entries()) {
            if (at === statements.length - 1) plans.push(await explain(client, text, values));
            const { rows } = await client.query(text, [...values]);
            answers.push(rows.map((row) => Object.values(row).map(toText)));
          }
          await client.query("COMMIT");
          return answers;
        } finally {
          client.release();
        }
      },
      transaction: () => Promise.reject(new Error("only batches are explained")),
    },
    take() {
      const taken = plans;
      plans = [];
      return taken;
    },
  };
}

/** Pages that a plan touched, wherever they were found. */
export function pagesOf(plan: string): number {
  const [, hit, read] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
  return Number(hit ?? 0) + Number(read ?? 0);
}

function toText(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

async function explain(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<string> {
  await client.query("SAVEPOINT explained");
  const how = "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF)";
  const { rows } = await client.query(`${how} ${text}`, [...values]);
  await client.query("ROLLBACK TO explained");
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}
