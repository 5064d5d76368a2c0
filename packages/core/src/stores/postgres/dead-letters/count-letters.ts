import type { Sql } from "../sql.ts";
import {
  type LetterSearch,
  LOOKED_THROUGH_MAX,
  letterSums,
  searchValues,
} from "./letter-condition.ts";

const VALUES_MAX = 200;

/** A value that letters have, and how many have it. */
export interface LetterFacet {
  readonly value: string;
  readonly letters: number;
}

/** How many letters a search finds, and what else they could be narrowed to. */
export interface LetterCounts {
  readonly letters: number;
  /** Set where not every letter was looked through: the counts are of this many of the newest. */
  readonly lookedThrough: number | undefined;
  /** Each as if it were not chosen yet; the most frequent first. */
  readonly machines: readonly LetterFacet[];
  readonly reasons: readonly LetterFacet[];
  readonly types: readonly LetterFacet[];
}

interface Row extends LetterFacet {
  readonly facet: "letters" | "machines" | "reasons" | "types";
}

/** Count letters by what they can be narrowed to. Without a part of a subject it costs the same however many letters there are. */
export async function countLetters(sql: Sql, search: LetterSearch): Promise<LetterCounts> {
  const count = async (facet: Row["facet"], column: string, narrowed: LetterSearch) => {
    const text = `
      WITH sums AS (${letterSums(narrowed)})
      SELECT ${column} AS value, sum(letters)::int AS letters FROM sums
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${VALUES_MAX}`;
    return sql.query<LetterFacet>(`count letters: ${facet}`, text, searchValues(narrowed));
  };
  const [all, machines, reasons, types, looked] = await Promise.all([
    count("letters", "'all'", search),
    count("machines", "consumer", { ...search, consumer: undefined }),
    count("reasons", "reason", { ...search, reason: undefined }),
    count("types", "event_type", { ...search, eventType: undefined }),
    search.subject ? countTallied(sql, { ...search, subject: undefined }) : 0,
  ]);
  return {
    letters: all[0]?.letters ?? 0,
    lookedThrough: looked > LOOKED_THROUGH_MAX ? LOOKED_THROUGH_MAX : undefined,
    machines,
    reasons,
    types,
  };
}

/** How many letters there are that nobody has dealt with, of one cause or of all. */
export function countOpenLetters(sql: Sql, cause?: string): Promise<number> {
  return countTallied(sql, { state: "open", cause });
}

async function countTallied(sql: Sql, search: LetterSearch): Promise<number> {
  const text = `WITH sums AS (${letterSums(search)}) SELECT coalesce(sum(letters), 0)::int AS letters FROM sums`;
  const [row] = await sql.query<{ letters: number }>("count letters", text, searchValues(search));
  return row?.letters ?? 0;
}
