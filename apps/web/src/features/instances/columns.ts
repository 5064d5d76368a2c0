/** What a column of the list shows; the subject always stands first. */
export const COLUMNS = [
  { id: "machine", label: "Machine" },
  { id: "is", label: "Is" },
  { id: "state", label: "State" },
  { id: "step", label: "Step", end: true },
  { id: "due", label: "Next is due" },
  { id: "letters", label: "Letters" },
  { id: "started", label: "Started", end: true },
  { id: "updated", label: "Last step", end: true },
  { id: "took", label: "Took", end: true },
  { id: "correlation", label: "Correlation" },
] as const satisfies readonly {
  readonly id: string;
  readonly label: string;
  readonly end?: boolean;
}[];

/** The name of a column, as the URL has it. */
export type ColumnId = (typeof COLUMNS)[number]["id"];

const DEFAULT: readonly ColumnId[] = [
  "machine",
  "is",
  "state",
  "step",
  "due",
  "letters",
  "started",
  "took",
];

/** The columns that the URL asks for, in the list's own order; without a word of it, the usual ones. */
export function columnsOf(text: string | undefined): readonly ColumnId[] {
  if (text === undefined) return DEFAULT;
  const asked = new Set(text.split("."));
  return COLUMNS.map(({ id }) => id).filter((id) => asked.has(id));
}

/** What a narrow window has no room for, unless somebody chose columns themselves. */
const NOT_NARROW: ReadonlySet<ColumnId> = new Set(["step", "took"]);

/** Whether a column of these gives way to the others in a narrow window. */
export function givesWay(id: ColumnId, columns: readonly ColumnId[]): boolean {
  return writeColumns(columns) === undefined && NOT_NARROW.has(id);
}

/** Columns as one parameter of the URL; the usual ones need none. */
export function writeColumns(columns: readonly ColumnId[]): string | undefined {
  const text = (ids: readonly ColumnId[]) =>
    COLUMNS.flatMap(({ id }) => (ids.includes(id) ? [id] : [])).join(".");
  if (text(columns) === text(DEFAULT)) return undefined;
  return text(columns) || "none";
}
