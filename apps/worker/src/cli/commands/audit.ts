import type { AuditRow } from "@sagascope/core/postgres";
import { argumentsOf, limitOf } from "../arguments.ts";
import type { Command } from "../command.ts";
import { CommandFailedError } from "../errors.ts";
import { tableText } from "../table-text.ts";

const LIST_LIMIT = 50;
const PAGE_ROWS = 1_000;

type Sql = Parameters<typeof import("@sagascope/core/postgres").listAudit>[0];

/** `sagascope audit list` */
export const auditList: Command = {
  summary: "List what operators did, newest first.",
  usage: "[--limit N]",
  options: { limit: { type: "string" } },
  help: { limit: `how many at most (${LIST_LIMIT})` },
  run: async (invocation) => {
    const { listLatestAudit } = await import("@sagascope/core/postgres");
    const { withDatabase } = await import("../open-database.ts");
    argumentsOf(invocation.positionals, []);
    const limit = limitOf(invocation.options, LIST_LIMIT);
    const rows = await withDatabase(invocation, (sql) => listLatestAudit(sql, limit));
    const audit = rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as unknown }));
    invocation.output.result({ count: audit.length, audit }, rowsText(rows));
  },
};

/** `sagascope audit verify` */
export const auditVerify: Command = {
  summary: "Walk the whole audit chain and see that no row was changed, removed or put in.",
  usage: "",
  options: {},
  run: async (invocation) => {
    const { withDatabase } = await import("../open-database.ts");
    argumentsOf(invocation.positionals, []);
    const { rows, broken } = await withDatabase(invocation, walkChain);
    if (broken !== undefined) {
      throw new CommandFailedError(`audit row ${broken} does not fit the chain before it`);
    }
    invocation.output.result({ rows, intact: true }, `${rows} row(s), the chain is whole`);
  },
};

async function walkChain(
  sql: Sql,
): Promise<{ readonly rows: number; readonly broken: string | undefined }> {
  const { findBrokenRow } = await import("@sagascope/core");
  const { listAudit } = await import("@sagascope/core/postgres");
  let rows = 0;
  let last: AuditRow | undefined;
  for (;;) {
    const page = await listAudit(sql, { afterSeq: last?.seq, limit: PAGE_ROWS });
    const broken = findBrokenRow(page, last);
    rows += page.length;
    if (broken !== undefined || page.length < PAGE_ROWS) return { rows, broken };
    last = page.at(-1);
  }
}

function rowsText(rows: readonly AuditRow[]): string {
  return tableText(
    ["ROW", "AT", "WHO", "WHAT", "TARGET", "OUTCOME", "REASON"],
    rows.map((row) => [
      row.seq,
      row.at,
      row.actor,
      row.action,
      row.target,
      row.outcome,
      row.reason ?? "",
    ]),
    "the audit is empty",
  );
}
