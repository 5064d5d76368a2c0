/** What a spreadsheet takes for a formula when a cell begins with it (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** A text as a cell of CSV (RFC 4180). One that a spreadsheet would run gets an apostrophe before it. */
export function csvText(text: string): string {
  const defused = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}
