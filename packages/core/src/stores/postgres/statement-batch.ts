import type { Connection, PoolClient } from "pg";
import { type Statement, statementName, type TextRow, toWireText } from "./statement.ts";

/**
 * What a connection has prepared. `unsure`: sent in a batch that failed at or before it, so that the server may or may not
 * know it.
 */
type Prepared = Map<string, "known" | "unsure">;
const preparedOn = new WeakMap<Connection, Prepared>();

/**
 * Statements that are sent in one write and answered together, as one transaction: without a BEGIN, Postgres runs all
 * that comes before one Sync in a transaction of its own and commits it at the Sync ("Pipelining", chapter 55.2.3). If any
 * of them fails, those behind it are skipped and nothing is written.
 *
 * Each statement is prepared once a connection. `pg` calls this object as it calls its own queries.
 */
export interface StatementBatch {
  readonly statements: readonly Statement[];
  readonly answer: BatchAnswer;
  submit(connection: Connection): void;
  handleDataRow(message: { readonly fields: TextRow }): void;
  handleCommandComplete(): void;
  handleReadyForQuery(): void;
  handleError(error: unknown): void;
}

/** Who waits for a batch. */
export interface BatchAnswer {
  resolve(rows: readonly (readonly TextRow[])[]): void;
  reject(error: unknown): void;
}

/**
 * Send statements as one transaction.
 *
 * @returns the rows of each statement
 * @throws what `pg` throws for the first statement that fails, or for a connection that breaks
 */
export function sendBatch(
  client: PoolClient,
  statements: readonly Statement[],
): Promise<readonly (readonly TextRow[])[]> {
  return new Promise((resolve, reject) => {
    client.query(createStatementBatch(statements, { resolve, reject }));
  });
}

export function createStatementBatch(
  statements: readonly Statement[],
  answer: BatchAnswer,
): StatementBatch {
  const rows: TextRow[][] = statements.map(() => []);
  let answered = 0;
  let prepared: Prepared = new Map();

  return {
    statements,
    answer,
    submit(connection) {
      prepared = preparedOn.get(connection) ?? new Map();
      preparedOn.set(connection, prepared);
      connection.stream.cork();
      try {
        for (const statement of statements) send(connection, prepared, statement);
        connection.sync();
      } finally {
        connection.stream.uncork();
      }
    },
    handleDataRow: ({ fields }) => void rows[answered]?.push(fields),
    handleCommandComplete() {
      const done = statements[answered];
      if (done !== undefined) prepared.set(statementName(done.text), "known");
      answered += 1;
    },
    handleReadyForQuery: () => answer.resolve(rows),
    handleError: answer.reject,
  };
}

/** Without a Describe: the rows are taken as text, by whoever wrote the statement. */
function send(connection: Connection, prepared: Prepared, { text, values }: Statement): void {
  const name = statementName(text);
  const state = prepared.get(name);
  if (state !== "known") {
    // To close a statement that is not there is no error; to prepare one that is, is one.
    if (state === "unsure") connection.close({ type: "S", name }, true);
    connection.parse({ name, text, types: [] }, true);
    prepared.set(name, "unsure");
  }
  connection.bind({ statement: name, values: values.map(toWireText) }, true);
  connection.execute({}, true);
}
