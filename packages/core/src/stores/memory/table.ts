/** Notes how to take back a change, so that a transaction can be undone as a whole. */
export interface Journal {
  beforeWrite(undo: () => void): void;
}

/** Rows by key. Rows are never changed in place: a change is another row under the same key. */
export interface Table<Row> {
  get(key: string): Row | undefined;
  /** Add a row, or put another in its place. */
  put(key: string, row: Row): void;
  /** @returns whether there was one */
  remove(key: string): boolean;
  /** All rows, oldest key first unless a roll-back moved some: sort where order matters. */
  rows(): Row[];
  entries(): Iterable<readonly [key: string, row: Row]>;
}

/** A table whose every change can be taken back through the journal. */
export function createTable<Row>(journal: Journal): Table<Row> {
  const rows = new Map<string, Row>();
  const restore = (key: string, before: Row | undefined) => () => {
    if (before === undefined) rows.delete(key);
    else rows.set(key, before);
  };
  return {
    get: (key) => rows.get(key),
    put(key, row) {
      journal.beforeWrite(restore(key, rows.get(key)));
      rows.set(key, row);
    },
    remove(key) {
      const before = rows.get(key);
      if (before === undefined) return false;
      journal.beforeWrite(restore(key, before));
      return rows.delete(key);
    },
    rows: () => [...rows.values()],
    entries: () => rows.entries(),
  };
}

/** One key of several parts; parts hold no NUL, since envelopes refuse control characters. */
export function keyOf(...parts: readonly (string | number)[]): string {
  return parts.join("\0");
}
