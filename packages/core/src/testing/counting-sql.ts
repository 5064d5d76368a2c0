import type { SqlPool } from "../stores/postgres/sql.ts";

/** A binding that notes what is sent through it: counts do not depend on the machine, so tests can hold them. */
export interface CountingSql {
  readonly sql: SqlPool;
  /** Take what was sent since the last call: the operations of each exchange with the server. */
  take(): readonly (readonly string[])[];
}

/** Wrap a binding. */
export function countingSql(real: SqlPool): CountingSql {
  let exchanges: (readonly string[])[] = [];
  return {
    sql: {
      query(operation, text, values) {
        exchanges.push([operation]);
        return real.query(operation, text, values);
      },
      batch(operation, statements) {
        exchanges.push(statements.map((statement) => statement.operation));
        return real.batch(operation, statements);
      },
      transaction(operation, run) {
        exchanges.push([`${operation}: a transaction`]);
        return real.transaction(operation, run);
      },
    },
    take() {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
  };
}
