import type { JsonObject, JsonValue } from "../../../kernel/json.ts";
import { isPointer, valueAt } from "../../../kernel/json-pointer.ts";
import { unseal } from "../../../kernel/seal/seal.ts";
import type { SealKeyRing } from "../../../kernel/seal/seal-key-ring.ts";
import { OperationRefusedError } from "../../../operations/errors.ts";
import { checkedReason } from "../../../operations/jobs/job-request.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { Sql, SqlPool } from "../sql.ts";

const FIND_SEALED = `
  SELECT sealed, seal_key_id AS "keyId", redacted_paths AS "redactedPaths" FROM sagascope.dead_letter WHERE id = $1`;
const HINT = `SELECT pg_notify('sagascope_change', '{"a":1}')`;
const PATHS_MAX = 100;

/** What somebody wants to see of a sealed original. */
export interface UnsealRequest {
  readonly id: string;
  /** JSON Pointers into the envelope; default: everything that was masked in it. */
  readonly paths?: readonly string[];
  readonly actor: string;
  readonly reason?: string;
}

/** One field of an original, as it was sent. */
export interface UnsealedField {
  readonly path: string;
  /** Absent where there is no such field. */
  readonly value?: JsonValue;
}

interface Sealed {
  readonly sealed: Uint8Array | null;
  readonly keyId: string | null;
  readonly redactedPaths: readonly string[];
}

/**
 * Open fields of a letter's original. Who, why and which fields stand in the audit before anything is shown; so does a refusal.
 *
 * @throws {OperationRefusedError} if there is no such letter, no original or no key that opens it, or a path is malformed
 * @throws {ReplayRefusedError} if no reason is given
 */
export async function unsealLetter(
  sql: SqlPool,
  keys: SealKeyRing | undefined,
  request: UnsealRequest,
): Promise<readonly UnsealedField[]> {
  const reason = checkedReason("unseal", request.reason);
  const { id, actor, paths: asked } = request;
  const wrong = asked?.find((path) => !isPointer(path));
  if (wrong !== undefined) throw refused(`'${wrong}' is no JSON Pointer, such as /data/card`);
  if ((asked?.length ?? 0) > PATHS_MAX) throw refused(`at most ${PATHS_MAX} fields at once`);
  const opened = await open(sql, keys, id);
  const fields = opened.kind === "opened" ? (asked ?? opened.redactedPaths) : [];
  const detail: JsonObject =
    opened.kind === "opened" ? { fields, keyId: opened.keyId } : { why: opened.why };
  const outcome = opened.kind === "opened" ? "unsealed" : "refused";
  const target = `dead letter ${id}`;
  await sql.transaction("audit unsealing", async (tx) => {
    await appendAudit(tx, [{ actor, action: "unseal", target, ...reason, outcome, detail }]);
    await tx.query("hint at changes", HINT);
  });
  if (opened.kind === "closed") throw refused(opened.why);
  return fields.map((path) => {
    const value = valueAt(opened.envelope, path);
    return value === undefined ? { path } : { path, value: value as JsonValue };
  });
}

type Opened =
  | {
      readonly kind: "opened";
      readonly envelope: unknown;
      readonly keyId: string;
      readonly redactedPaths: readonly string[];
    }
  | { readonly kind: "closed"; readonly why: string };

async function open(sql: Sql, keys: SealKeyRing | undefined, id: string): Promise<Opened> {
  const [row] = await sql.query<Sealed>("find sealed original", FIND_SEALED, [id]);
  if (row === undefined) throw refused(`no dead letter with id '${id}'`);
  if (row.sealed === null) return { kind: "closed", why: "the original was not kept" };
  if (keys === undefined) return { kind: "closed", why: "there are no seal keys here" };
  try {
    const text = unseal(keys, row.sealed, id).toString("utf8");
    const { keyId, redactedPaths } = row;
    return { kind: "opened", envelope: parsed(text), keyId: keyId ?? "", redactedPaths };
  } catch (error) {
    return { kind: "closed", why: error instanceof Error ? error.message : String(error) };
  }
}

/** An original that is no JSON is shown as the text it is, under the empty pointer. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function refused(problem: string): OperationRefusedError {
  return new OperationRefusedError(`unseal: ${problem}`);
}
