import { csvText } from "@sagascope/core";

/** A value of a cell; nothing is an empty one. */
export type CsvValue = string | number | Date | undefined;

/**
 * One line of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it; a
 * number is left alone.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: CsvValue): string {
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  if (value instanceof Date) return value.toISOString();
  return csvText(value);
}
