import { csvText } from "../kernel/csv-text.ts";

const COLUMNS = [
  "seq",
  "at",
  "actor",
  "action",
  "target",
  "reason",
  "outcome",
  "detail",
  "prevHash",
  "hash",
] as const;

/** The heading of an export as CSV (RFC 4180). */
export const AUDIT_CSV_HEADING = COLUMNS.join(",");

/** One row of the audit as a line of CSV; fields that it lacks are empty. */
export function auditCsvLine(
  row: Readonly<Partial<Record<(typeof COLUMNS)[number], unknown>>>,
): string {
  return COLUMNS.map((column) => cellOf(row[column])).join(",");
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return csvText(typeof value === "string" ? value : JSON.stringify(value));
}
