/** Kinds of things that are searched for. */
export type SearchKind = "instance" | "conversation" | "letter" | "envelope" | "type" | "machine";

/** What was typed, and the kind it was narrowed to. */
export interface SearchQuery {
  readonly text: string;
  readonly only: SearchKind | undefined;
}

const KIND_BY_PREFIX = {
  "id:": "envelope",
  "corr:": "conversation",
  "letter:": "letter",
  "type:": "type",
  "machine:": "machine",
} as const satisfies Record<string, SearchKind>;

/** Read a query: `type: order.placed` asks for types only, anything without such a prefix for everything. */
export function parseQuery(typed: string): SearchQuery {
  const text = typed.trim();
  for (const [prefix, only] of Object.entries(KIND_BY_PREFIX)) {
    if (text.startsWith(prefix)) return { text: text.slice(prefix.length).trim(), only };
  }
  return { text, only: undefined };
}
