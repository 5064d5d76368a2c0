import type { OutboxLetterView } from "@sagascope/core/postgres";
import { argumentsOf, limitOf, textOf } from "../arguments.ts";
import type { Command } from "../command.ts";
import { UsageError } from "../errors.ts";
import { tableText } from "../table-text.ts";

const LIST_LIMIT = 100;

/** `sagascope outbox letters` */
export const outboxLetters: Command = {
  summary: "List messages that relays and queues over a table gave up, newest first.",
  usage: "[--table NAME [--dead-letter-table NAME]] [--resolved] [--limit N]",
  options: {
    table: { type: "string" },
    "dead-letter-table": { type: "string" },
    resolved: { type: "boolean" },
    limit: { type: "string" },
  },
  help: {
    table: "of this table, with the columns of outboxTableSql (sagascope.outbox_message)",
    "dead-letter-table": "where that table's dead letters go; without it they stay in it",
    resolved: "those that were looked at too",
    limit: `how many at most (${LIST_LIMIT})`,
  },
  run: async ({ options, positionals, ...invocation }) => {
    const postgres = await import("@sagascope/core/postgres");
    const { withDatabase } = await import("../open-database.ts");
    argumentsOf(positionals, []);
    const limit = limitOf(options, LIST_LIMIT);
    const table = textOf(options, "table");
    const deadLetterTable = textOf(options, "dead-letter-table");
    if (table === undefined && deadLetterTable !== undefined) {
      throw new UsageError("--dead-letter-table goes with --table");
    }
    const outbox =
      table === undefined
        ? postgres.DEFAULT_OUTBOX_TABLE
        : postgres.defineOutboxTable({
            table,
            ...(deadLetterTable === undefined ? {} : { deadLetterTable }),
          });
    const letters = await withDatabase(invocation, async (sql) => {
      await postgres.requireOutboxTable(sql, outbox);
      return postgres.listDeadLetters(sql, outbox, {
        limit,
        withResolved: options.resolved === true,
      });
    });
    invocation.output.result({ count: letters.length, letters }, rowsText(letters));
  },
};

function rowsText(letters: readonly OutboxLetterView[]): string {
  return tableText(
    ["ID", "TOPIC", "KEY", "TRIES", "REASON", "WRITTEN AT", "ERROR"],
    letters.map(({ id, topic, key, attempts, reason, createdAt, error }) => [
      ...[id, topic, key ?? "", String(attempts), reason ?? "", createdAt.toISOString()],
      error ?? "",
    ]),
    "no message was given up",
  );
}
