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

/** A spreadsheet would run a cell that begins so: it is told that it is text. */
const FORMULA = /^[=+\-@\t\r]/;

function cellOf(value: unknown): string {
  const text =
    value === null || value === undefined
      ? ""
      : typeof value === "string"
        ? value
        : JSON.stringify(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
