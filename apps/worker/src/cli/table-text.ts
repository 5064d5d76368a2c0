const GAP = "  ";
/** A cell of a table that is longer is cut: the whole of it is in `--json`. */
const CELL_CHARS_MAX = 60;

/** Rows under a heading, in columns; `none` where there are no rows. */
export function tableText(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): string {
  if (rows.length === 0) return none;
  const lines = [heading, ...rows.map((row) => row.map(cellText))];
  const widths = heading.map((_title, at) =>
    Math.max(...lines.map((line) => line[at]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join("\n");
}

/** Names and values, one a line. */
export function fieldsText(fields: readonly (readonly [string, string])[]): string {
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields.map(([name, value]) => `${name.padEnd(width)}${GAP}${value}`).join("\n");
}

/** An instant to the second, in UTC. */
export function timeText(at: Date | null): string {
  return at === null ? "-" : `${at.toISOString().slice(0, 19)}Z`;
}

function cellText(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > CELL_CHARS_MAX ? `${line.slice(0, CELL_CHARS_MAX - 1)}…` : line;
}
