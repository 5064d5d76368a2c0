import type pg from "pg";

/** A statement as it went to the server. */
export interface CapturedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Keeps what a pool is asked between `begin` and `end`. */
export interface StatementCapture {
  begin(): void;
  end(): readonly CapturedStatement[];
}

/** Listen to a pool's queries; those of transactions, which reads have none of, are not heard. */
export function captureStatements(pool: pg.Pool): StatementCapture {
  let kept: CapturedStatement[] | undefined;
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  const listening = (...args: unknown[]) => {
    const [first, second] = args;
    const text = typeof first === "string" ? first : (first as { text?: string }).text;
    const values = Array.isArray(second) ? second : (first as { values?: unknown[] }).values;
    if (text !== undefined) kept?.push({ text, values: values ?? [] });
    return query(...args);
  };
  pool.query = listening as typeof pool.query;
  return {
    begin() {
      kept = [];
    },
    end() {
      const all = kept ?? [];
      kept = undefined;
      return all;
    },
  };
}
