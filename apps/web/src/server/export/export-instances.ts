import type { PrismaClient } from "@sagascope/database";
import { attentionKeys } from "../reads/attention/attention-keys.ts";
import type { InstanceRow } from "../reads/instances/describe-instances.ts";
import type { InstanceFilter } from "../reads/instances/instance-filter.ts";
import { countKeys } from "../reads/instances/instance-source.ts";
import { type InstanceCursor, listInstances } from "../reads/instances/list-instances.ts";
import type { InstanceOrder } from "../reads/instances/matching-instances.ts";
import { type CsvValue, csvLine } from "./csv.ts";

/** In what form a list is handed out. */
export type ExportFormat = "csv" | "json";

/** What is handed out. */
export interface InstanceExport {
  readonly filter: InstanceFilter;
  readonly order: InstanceOrder;
  readonly format: ExportFormat;
  /** Rows that are read at once. */
  readonly pageRows?: number;
}

const PAGE_ROWS = 500; // what stands beside a row is read a page at a time too

/** Whether more instances need attention than are looked at, so that an export of them cannot be whole. */
export async function isPartOfAll(
  prisma: PrismaClient,
  { attention }: InstanceFilter,
): Promise<boolean> {
  if (attention === undefined) return false;
  return (await countKeys(prisma, await attentionKeys(prisma, attention))).more;
}

const COLUMNS = {
  subject: ({ subject }) => subject,
  machine: ({ machineId }) => machineId,
  version: ({ version }) => version,
  status: ({ status }) => status,
  phase: ({ phase }) => phase,
  states: ({ states }) => states.join(" "),
  revision: ({ revision }) => revision,
  attention: ({ attention }) => attention?.kind,
  open_letters: ({ openLetters }) => openLetters,
  next_due_at: ({ nextDueAt }) => nextDueAt,
  started_at: ({ startedAt }) => startedAt,
  updated_at: ({ updatedAt }) => updatedAt,
  finished_at: ({ finishedAt }) => finishedAt,
  correlation_id: ({ correlationId }) => correlationId,
} as const satisfies Record<string, (row: InstanceRow) => CsvValue>;

/**
 * Every instance of a filter, page by page, as pieces of a file: no more of it is in memory than a page. A read that
 * fails throws, so that a file that is not whole is not taken for a whole one.
 */
export async function* exportInstances(
  prisma: PrismaClient,
  { filter, order, format, pageRows = PAGE_ROWS }: InstanceExport,
): AsyncGenerator<string> {
  yield format === "csv" ? csvLine(Object.keys(COLUMNS)) : "[";
  let cursor: InstanceCursor | undefined;
  let isFirst = true;
  do {
    const page = await listInstances(prisma, filter, {
      cursor,
      limit: pageRows,
      order,
      counted: false,
    });
    if (format === "csv") yield page.rows.map(csvOf).join("");
    else if (page.rows.length > 0) {
      yield `${isFirst ? "\n" : ",\n"}${page.rows.map((row) => JSON.stringify(row)).join(",\n")}`;
    }
    isFirst = false;
    cursor = page.nextCursor;
  } while (cursor);
  if (format === "json") yield "\n]\n";
}

function csvOf(row: InstanceRow): string {
  return csvLine(Object.values(COLUMNS).map((cellOf) => cellOf(row)));
}
