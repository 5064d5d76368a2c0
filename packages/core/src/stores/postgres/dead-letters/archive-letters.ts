import type { SelectionPurpose } from "../../../engine/replay-jobs.ts";
import { OperationRefusedError } from "../../../operations/errors.ts";
import { checkedReason } from "../../../operations/jobs/job-request.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { Sql, SqlPool } from "../sql.ts";

const ARCHIVE = `
  UPDATE sagascope.dead_letter SET archived_at = clock_timestamp()
  WHERE id = ANY ($1::text[]) AND resolved_at IS NOT NULL AND archived_at IS NULL RETURNING id`;
const RESTORE = `
  UPDATE sagascope.dead_letter SET archived_at = NULL
  WHERE id = ANY ($1::text[]) AND archived_at IS NOT NULL RETURNING id`;
const HINT = `SELECT pg_notify('sagascope_change', '{"d":1,"a":1}')`;

const WOULD_ARCHIVE = `
  SELECT id FROM sagascope.dead_letter
  WHERE id = ANY ($1::text[]) AND resolved_at IS NOT NULL AND archived_at IS NULL`;
const WOULD_RESTORE =
  "SELECT id FROM sagascope.dead_letter WHERE id = ANY ($1::text[]) AND archived_at IS NOT NULL";

const FIND_SELECTION =
  "SELECT no, purpose, letters, hash FROM sagascope.letter_selection WHERE id = $1";
const LIST_LETTERS = `
  SELECT letter_id AS id FROM sagascope.letter_selection_item WHERE selection_no = $1 ORDER BY ordinal`;

/** Each stands in the audit by itself, whose chain others wait for meanwhile. */
const IDS_MAX = 10_000;

/** These letters, or those of a frozen selection whose hash says that it is the one that was seen. */
export type LettersMeant =
  | { readonly ids: readonly string[] }
  | { readonly selectionId: string; readonly hash: string };

/** What is to be put out of sight, or back. */
export type ArchiveRequest = LettersMeant & {
  readonly kind: "archive" | "restore";
  /** Only say which would move. */
  readonly dryRun?: boolean;
  readonly actor: string;
  readonly reason?: string;
};

/**
 * Put resolved letters out of sight, or back. Those that are not resolved, or are there already, stay as they are.
 *
 * @returns the ids that moved, or would
 * @throws {ReplayRefusedError} if a real one gives no reason
 * @throws {OperationRefusedError} if there are no letters, or too many, or the selection is another
 */
export async function archiveLetters(
  sql: SqlPool,
  request: ArchiveRequest,
): Promise<readonly string[]> {
  const { kind, actor, dryRun = false } = request;
  const reason = checkedReason(kind, request.reason, !dryRun);
  const ids = await idsOf(sql, kind, request);
  if (ids.length === 0 || ids.length > IDS_MAX) {
    throw new OperationRefusedError(`${kind}: 1 to ${IDS_MAX} letters at once, got ${ids.length}`);
  }
  if (dryRun) {
    const text = kind === "archive" ? WOULD_ARCHIVE : WOULD_RESTORE;
    return idsIn(await sql.query<{ id: string }>(`look which to ${kind}`, text, [ids]));
  }
  return sql.transaction(`${kind} letters`, async (tx) => {
    const text = kind === "archive" ? ARCHIVE : RESTORE;
    const moved = idsIn(await tx.query<{ id: string }>(`${kind} letters`, text, [ids]));
    await appendAudit(
      tx,
      moved.map((id) => ({
        ...{ actor, action: kind, target: `dead letter ${id}`, ...reason },
        outcome: kind === "archive" ? "archived" : "restored",
        detail: {},
      })),
    );
    await tx.query("hint at changes", HINT);
    return moved;
  });
}

interface Selection {
  readonly no: number;
  readonly purpose: SelectionPurpose;
  readonly letters: number;
  readonly hash: string;
}

async function idsOf(
  sql: Sql,
  kind: "archive" | "restore",
  meant: LettersMeant,
): Promise<readonly string[]> {
  if ("ids" in meant) return meant.ids;
  const { selectionId, hash } = meant;
  const [found] = await sql.query<Selection>("find selection", FIND_SELECTION, [selectionId]);
  if (found?.purpose !== kind || found.hash !== hash) {
    throw new OperationRefusedError(
      `${kind}: there is no selection '${selectionId}' for that with this hash: preview it again`,
    );
  }
  if (found.letters > IDS_MAX) {
    throw new OperationRefusedError(
      `${kind}: at most ${IDS_MAX} letters at once, got ${found.letters}: narrow the filter`,
    );
  }
  const ids = idsIn(await sql.query<{ id: string }>("list selection", LIST_LETTERS, [found.no]));
  if (ids.length !== found.letters) {
    throw new OperationRefusedError(
      `${kind}: retention is taking the selection away: preview anew`,
    );
  }
  return ids;
}

function idsIn(rows: readonly { readonly id: string }[]): readonly string[] {
  return rows.map(({ id }) => id);
}
