import type { LetterSelection } from "../../../engine/replay-jobs.ts";
import type { JsonObject } from "../../../kernel/json.ts";
import type { Sql } from "../sql.ts";

/** Describing more letters than this would keep somebody waiting who only wants to see what they chose. */
const DESCRIBED_MAX = 100_000;
const KINDS_MAX = 50;

const FIND_SELECTION = `
  SELECT no, id, project, purpose, letters, subjects, cut_off_at AS "cutOffAt", hash, left_out AS "leftOut", filter,
         created_by AS "createdBy"
  FROM sagascope.letter_selection WHERE id = $1`;

/** Whatever is deleted by now is in none of the kinds. */
const LIST_KINDS = `
  SELECT l.fingerprint, (array_agg(l.cause_title ORDER BY l.last_seen_at DESC))[1] AS "causeTitle", l.consumer,
         l.source, count(*)::int AS letters
  FROM sagascope.letter_selection_item i JOIN sagascope.dead_letter l ON l.id = i.letter_id
  WHERE i.selection_no = $1
  GROUP BY l.fingerprint, l.consumer, l.source ORDER BY count(*) DESC, l.fingerprint, l.consumer LIMIT ${KINDS_MAX + 1}`;

/** Letters of one cause, machine and source. */
export interface SelectionKind {
  readonly fingerprint: string;
  readonly causeTitle: string;
  readonly consumer: string;
  readonly source: string;
  readonly letters: number;
}

/** A selection with what is in it. */
export interface SelectionView extends LetterSelection {
  /** What the letters were found by. */
  readonly filter: JsonObject;
  readonly createdBy: string;
  /** The most frequent first; undefined for a selection too large to look through. */
  readonly kinds: readonly SelectionKind[] | undefined;
  /** There are more kinds than are listed. */
  readonly moreKinds: boolean;
}

/** A frozen selection, as it was made. */
export async function findSelection(sql: Sql, id: string): Promise<SelectionView | undefined> {
  const [row] = await sql.query<SelectionView & { readonly no: number }>(
    "find selection",
    FIND_SELECTION,
    [id],
  );
  if (row === undefined) return undefined;
  const { no, ...selection } = row;
  if (selection.letters > DESCRIBED_MAX)
    return { ...selection, kinds: undefined, moreKinds: false };
  const kinds = await sql.query<SelectionKind>("describe selection", LIST_KINDS, [no]);
  return { ...selection, kinds: kinds.slice(0, KINDS_MAX), moreKinds: kinds.length > KINDS_MAX };
}
