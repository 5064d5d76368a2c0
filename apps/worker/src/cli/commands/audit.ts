import { createWriteStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { AuditFilter, AuditRow, AuditView } from "@sagascope/core/postgres";
import { argumentsOf, instantOf, limitOf, oneOf, textOf } from "../arguments.ts";
import type { Command, Invocation } from "../command.ts";
import type { OperatorDoor } from "../door/operator-door.ts";
import { DOOR_HELP, DOOR_OPTIONS, withDoor } from "../door/with-door.ts";
import { CommandFailedError, UsageError } from "../errors.ts";
import { tableText } from "../table-text.ts";

const LIST_LIMIT = 50;
const PAGE_ROWS = 1_000;
/** Only their owner may read what is exported. */
const FILE_MODE = 0o600;

const FILTER_OPTIONS = {
  ...DOOR_OPTIONS,
  actor: { type: "string" },
  action: { type: "string" },
  text: { type: "string" },
  from: { type: "string" },
  before: { type: "string" },
  limit: { type: "string" },
} as const;
const FILTER_USAGE =
  "[--actor WHO] [--action WHAT] [--text PART] [--from T] [--before T] [--limit N]";
const FILTER_HELP = {
  ...DOOR_HELP,
  actor: "what this one did",
  action: "such as replay, resolve, purge, replay-job",
  text: "with this in target, reason or outcome",
  from: "at this time or later, such as 2026-11-30T06:00:00Z",
  before: "before this time",
};

type Sql = Parameters<typeof import("@sagascope/core/postgres").listAudit>[0];

/** `sagascope audit list` */
export const auditList: Command = {
  summary: "List what operators did, newest first.",
  usage: FILTER_USAGE,
  options: FILTER_OPTIONS,
  help: { ...FILTER_HELP, limit: `how many at most (${LIST_LIMIT})` },
  run: async (invocation) => {
    argumentsOf(invocation.positionals, []);
    const limit = limitOf(invocation.options, LIST_LIMIT);
    const filter = filterOf(invocation);
    const audit = await withDoor(invocation, async (door) => {
      const rows: AuditView[] = [];
      for await (const page of pagesOf(door, filter, limit)) rows.push(...page);
      return rows;
    });
    invocation.output.result({ count: audit.length, audit }, rowsText(audit));
  },
};

/** `sagascope audit export` */
export const auditExport: Command = {
  summary: "Write the audit to a file as CSV or as one JSON object a line, newest first.",
  usage: `FILE [--format csv|json] ${FILTER_USAGE}`,
  options: { ...FILTER_OPTIONS, format: { type: "string" } },
  help: {
    ...FILTER_HELP,
    format: "csv, or json; default by the file's name",
    limit: "how many at most (all)",
  },
  run: async (invocation) => {
    const { options, positionals, cwd, output } = invocation;
    const { FILE: name } = argumentsOf(positionals, ["FILE"]);
    const named = name.endsWith(".csv") ? "csv" : "json";
    const format = oneOf("--format", textOf(options, "format") ?? named, ["csv", "json"]);
    const limit = limitOf(options, Number.MAX_SAFE_INTEGER);
    const filter = filterOf(invocation);
    const rows = await withDoor(invocation, (door) =>
      write(path.resolve(cwd, name), format, pagesOf(door, filter, limit)),
    );
    output.result({ file: name, format, rows }, `${rows} row(s) written to ${name}`);
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

function filterOf({ options }: Invocation): AuditFilter {
  return {
    actor: textOf(options, "actor"),
    action: textOf(options, "action"),
    text: textOf(options, "text"),
    from: instantOf("--from", textOf(options, "from")),
    before: instantOf("--before", textOf(options, "before")),
  };
}

async function* pagesOf(
  door: OperatorDoor,
  filter: AuditFilter,
  limit: number,
): AsyncGenerator<readonly AuditView[]> {
  let left = limit;
  let beforeSeq: string | undefined;
  while (left > 0) {
    const page = await door.searchAudit(filter, { beforeSeq, limit: Math.min(left, PAGE_ROWS) });
    if (page.length > 0) yield page;
    if (page.length < Math.min(left, PAGE_ROWS)) return;
    left -= page.length;
    beforeSeq = page.at(-1)?.seq;
  }
}

/** @throws {UsageError} if the file cannot be written */
async function write(
  file: string,
  format: "csv" | "json",
  pages: AsyncIterable<readonly AuditView[]>,
): Promise<number> {
  const { AUDIT_CSV_HEADING, auditCsvLine } = await import("@sagascope/core");
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    if (format === "csv") yield `${AUDIT_CSV_HEADING}\n`;
    for await (const page of pages) {
      rows += page.length;
      for (const row of page)
        yield `${format === "csv" ? auditCsvLine(row) : JSON.stringify(row)}\n`;
    }
  }
  const stream = createWriteStream(file, { mode: FILE_MODE });
  try {
    await pipeline(lines, stream);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new UsageError(`cannot write '${file}': ${code}`, { cause: error });
  }
  return rows;
}

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

function rowsText(rows: readonly AuditView[]): string {
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
