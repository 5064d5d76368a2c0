import type { TransactionalSql } from "../../sql.ts";
import type { Statement } from "../../statement.ts";

/** A row as one JSON text: bindings differ in what they make of types, and none of them in text. */
export type JsonRow = { readonly row: string | null };

/**
 * Run statements in one transaction, in one exchange with the server if it can be, and read the last one's answer.
 *
 * @returns its rows, each one JSON text
 */
export async function runTogether(
  sql: TransactionalSql,
  operation: string,
  statements: readonly Statement[],
): Promise<readonly string[]> {
  if (sql.batch !== undefined) {
    const answers = await sql.batch(operation, statements);
    return (answers.at(-1) ?? []).flatMap(([text]) => text ?? []);
  }
  return sql.transaction(operation, async (transaction) => {
    let rows: readonly JsonRow[] = [];
    for (const { text, values } of statements) {
      rows = await transaction.query<JsonRow>(operation, text, values);
    }
    return rows.flatMap(({ row }) => row ?? []);
  });
}
