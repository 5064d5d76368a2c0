import { newId } from "../../../kernel/ids.ts";
import { redact } from "../../../kernel/redaction/redactor.ts";
import { OperationRefusedError } from "../../../operations/errors.ts";
import { checkedReason } from "../../../operations/jobs/job-request.ts";
import { appendAudit } from "../audit/append-audit.ts";
import { LONG_STATEMENT } from "../replay-jobs/long-statement.ts";
import type { Sql, SqlPool } from "../sql.ts";

const NOTE_CHARACTERS_MAX = 4_000;
const NAME_CHARACTERS_MAX = 200;

const FIND_CARE = `
  SELECT g.assignee, g.assigned_by AS "assignedBy", g.assigned_at AS "assignedAt"
  FROM sagascope.letter_group g WHERE g.fingerprint = $1`;
const LIST_NOTES = `
  SELECT id, at, author, note FROM sagascope.letter_note WHERE fingerprint = $1 ORDER BY at, id LIMIT 500`;
const ASSIGN = `
  INSERT INTO sagascope.letter_group (fingerprint, assignee, assigned_by) VALUES ($1, $2, $3)
  ON CONFLICT (fingerprint) DO UPDATE
    SET assignee = excluded.assignee, assigned_by = excluded.assigned_by, assigned_at = clock_timestamp()`;
const ADD_NOTE =
  "INSERT INTO sagascope.letter_note (id, fingerprint, author, note) VALUES ($1, $2, $3, $4)";
const CAUSES_MAX = 1_000;
const LIST_CAUSES = `
  SELECT DISTINCT l.fingerprint
  FROM sagascope.letter_selection s
  JOIN sagascope.letter_selection_item i ON i.selection_no = s.no
  JOIN sagascope.dead_letter l ON l.id = i.letter_id
  WHERE s.id = $1 AND s.hash = $2 AND s.purpose = 'assign' ORDER BY 1 LIMIT $3`;
const HAS_LETTERS = "SELECT 1 FROM sagascope.dead_letter WHERE fingerprint = $1 LIMIT 1";
const HINT = `SELECT pg_notify('sagascope_change', '{"d":1,"a":1}')`;

/** Who looks after a cause, and what was noted about it, oldest first. */
export interface LetterCare {
  readonly assignee: string | null;
  readonly assignedBy: string | null;
  readonly assignedAt: Date | null;
  readonly notes: readonly {
    readonly id: string;
    readonly at: Date;
    readonly author: string;
    readonly note: string;
  }[];
}

export async function findLetterCare(sql: Sql, fingerprint: string): Promise<LetterCare> {
  const [[care], notes] = await Promise.all([
    sql.query<Omit<LetterCare, "notes">>("find care of group", FIND_CARE, [fingerprint]),
    sql.query<LetterCare["notes"][number]>("list notes of group", LIST_NOTES, [fingerprint]),
  ]);
  return { ...(care ?? { assignee: null, assignedBy: null, assignedAt: null }), notes };
}

/**
 * Say who looks after a cause; undefined for nobody.
 *
 * @throws {OperationRefusedError} if there is no such cause, or the name is too long
 */
export function assignLetterGroup(
  sql: SqlPool,
  request: {
    readonly fingerprint: string;
    readonly assignee?: string;
    readonly actor: string;
    readonly reason?: string;
  },
): Promise<void> {
  const { fingerprint } = request;
  const assignee = textOf("assignee", request.assignee ?? "", NAME_CHARACTERS_MAX);
  return care(sql, request, assignee === "" ? "unassigned" : "assigned", { assignee }, (tx) =>
    tx.query("assign group", ASSIGN, [
      fingerprint,
      assignee === "" ? null : assignee,
      request.actor,
    ]),
  );
}

/**
 * Say who looks after every cause that a frozen selection has letters of; undefined for nobody.
 *
 * @returns the causes' fingerprints
 * @throws {OperationRefusedError} if there is no such selection with this hash, it has too many causes, or the name is too long
 */
export async function assignSelection(
  sql: SqlPool,
  request: {
    readonly selectionId: string;
    readonly hash: string;
    readonly assignee?: string;
    readonly actor: string;
    readonly reason?: string;
  },
): Promise<readonly string[]> {
  const { selectionId, hash, actor } = request;
  const assignee = textOf("assignee", request.assignee ?? "", NAME_CHARACTERS_MAX);
  const reason = checkedReason("assign", request.reason);
  return sql.transaction("assign selection", async (tx) => {
    await tx.query("allow a long statement", LONG_STATEMENT);
    const values = [selectionId, hash, CAUSES_MAX + 1];
    const causes = (
      await tx.query<{ fingerprint: string }>("list causes of selection", LIST_CAUSES, values)
    ).map(({ fingerprint }) => fingerprint);
    if (causes.length === 0) {
      throw new OperationRefusedError(
        `assign: there is no selection '${selectionId}' with this hash and letters: preview it again`,
      );
    }
    if (causes.length > CAUSES_MAX) {
      throw new OperationRefusedError(
        `assign: at most ${CAUSES_MAX} causes at once: narrow the filter`,
      );
    }
    const name = assignee === "" ? null : assignee;
    for (const fingerprint of causes)
      await tx.query("assign group", ASSIGN, [fingerprint, name, actor]);
    const outcome = assignee === "" ? "unassigned" : "assigned";
    const detail = { assignee, selectionId };
    await appendAudit(
      tx,
      causes.map((fingerprint) => ({
        ...{ actor, action: "group", target: `cause ${fingerprint}`, outcome, detail },
        ...reason,
      })),
    );
    await tx.query("hint at changes", HINT);
    return causes;
  });
}

/**
 * Note something about a cause; secrets in it are masked before it is kept.
 *
 * @throws {OperationRefusedError} if there is no such cause, or the note is empty or too long
 */
export function noteLetterGroup(
  sql: SqlPool,
  request: {
    readonly fingerprint: string;
    readonly note: string;
    readonly actor: string;
    readonly reason?: string;
  },
): Promise<void> {
  const { fingerprint, actor } = request;
  const given = textOf("note", request.note, NOTE_CHARACTERS_MAX);
  if (given === "") throw new OperationRefusedError("note: must not be empty");
  const note = String(redact(given).value);
  return care(sql, request, "noted", { note }, (tx) =>
    tx.query("note about group", ADD_NOTE, [newId(), fingerprint, actor, note]),
  );
}

async function care(
  sql: SqlPool,
  request: { readonly fingerprint: string; readonly actor: string; readonly reason?: string },
  outcome: string,
  detail: Readonly<Record<string, string>>,
  write: (tx: Sql) => Promise<unknown>,
): Promise<void> {
  const { fingerprint, actor } = request;
  const reason = checkedReason("group", request.reason, false);
  await sql.transaction("care for group", async (tx) => {
    const letters = await tx.query("look for letters of group", HAS_LETTERS, [fingerprint]);
    if (letters.length === 0) throw new OperationRefusedError(`no cause '${fingerprint}'`);
    await write(tx);
    const target = `cause ${fingerprint}`;
    await appendAudit(tx, [{ actor, action: "group", target, ...reason, outcome, detail }]);
    await tx.query("hint at changes", HINT);
  });
}

function textOf(name: string, text: string, charactersMax: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= charactersMax) return trimmed;
  const found = `got ${trimmed.length}`;
  throw new OperationRefusedError(`${name} must be at most ${charactersMax} characters, ${found}`);
}
