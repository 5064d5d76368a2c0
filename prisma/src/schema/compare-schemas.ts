/** Every object of a schema by its name, `column delivery.id`, with how it is defined. */
export type SchemaDescription = Readonly<Record<string, string>>;

/** One way in which a database differs from what the migrations make. */
export interface SchemaDifference {
  /** `extra`: somebody added it, which breaks nothing by itself. */
  readonly kind: "missing" | "different" | "extra";
  /** `table …`, `column …`, `constraint …`, `index …`, `function …`, `trigger …` or `sequence …`. */
  readonly what: string;
  /** What the migrations make; absent for an extra. */
  readonly expected?: string;
  /** What is there; absent where it is missing. */
  readonly found?: string;
}

/** Compare, and name every difference; of a table that is missing or extra not also each of its parts. */
export function compareSchemas(
  expected: SchemaDescription,
  found: SchemaDescription,
): readonly SchemaDifference[] {
  const differences: SchemaDifference[] = [];
  for (const [what, definition] of Object.entries(expected)) {
    const actual = found[what];
    if (actual === undefined) {
      if (!isPartOf(what, expected, found)) {
        differences.push({ kind: "missing", what, expected: definition });
      }
    } else if (actual !== definition) {
      differences.push({ kind: "different", what, expected: definition, found: actual });
    }
  }
  for (const [what, definition] of Object.entries(found)) {
    if (what in expected || isPartOf(what, found, expected)) continue;
    differences.push({ kind: "extra", what, found: definition });
  }
  return differences;
}

/** Whether its whole table is in one schema and not in the other. */
function isPartOf(what: string, there: SchemaDescription, absent: SchemaDescription): boolean {
  const [, table] = /^(?:column|constraint|index|trigger) ([^.]+)\./.exec(what) ?? [];
  if (table === undefined) return false;
  const name = `table ${table}`;
  return name in there && !(name in absent);
}
