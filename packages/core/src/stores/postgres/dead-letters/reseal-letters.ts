import { seal, unseal } from "../../../kernel/seal/seal.ts";
import type { SealKeyRing } from "../../../kernel/seal/seal-key-ring.ts";
import { checkedReason } from "../../../operations/jobs/job-request.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { Sql, SqlPool } from "../sql.ts";

const BATCH = 200;

const COUNT_KEYS = `
  SELECT seal_key_id AS "keyId", count(*)::int AS letters FROM sagascope.dead_letter
  WHERE sealed IS NOT NULL GROUP BY 1 ORDER BY 1`;
const NEXT = `
  SELECT id, sealed FROM sagascope.dead_letter
  WHERE sealed IS NOT NULL AND seal_key_id IS DISTINCT FROM $1 AND seal_key_id = ANY ($2::text[]) AND id > $3
  ORDER BY id LIMIT $4 FOR UPDATE`;
const RESEAL = `
  UPDATE sagascope.dead_letter l SET sealed = s.sealed, seal_key_id = $3
  FROM unnest($1::text[], $2::bytea[]) AS s (id, sealed) WHERE l.id = s.id`;

/** How many originals one key has sealed. */
export interface SealKeyUse {
  readonly keyId: string;
  readonly letters: number;
}

/** Which keys are in use: one that seals nothing may leave the ring. */
export function listSealKeyUse(sql: Sql): Promise<readonly SealKeyUse[]> {
  return sql.query<SealKeyUse>("count seal keys", COUNT_KEYS);
}

/** What sealing again came to. */
export interface Resealing {
  readonly resealed: number;
  /** Originals that could not be opened, and stay as they are. */
  readonly broken: readonly string[];
}

/**
 * Seal every original with the ring's current key that another key of the ring has sealed, some at a time, so that what was done
 * stays done if it is cut short. Audited at the end with their number.
 *
 * @throws {ReplayRefusedError} if no reason is given
 */
export async function resealLetters(
  sql: SqlPool,
  keys: SealKeyRing,
  request: { readonly actor: string; readonly reason?: string },
): Promise<Resealing> {
  const reason = checkedReason("reseal", request.reason);
  const broken: string[] = [];
  let resealed = 0;
  for (let after = ""; ; ) {
    const batch = await resealSome(sql, keys, after);
    if (batch === undefined) break;
    resealed += batch.resealed;
    broken.push(...batch.broken);
    after = batch.last;
  }
  const detail = { toKey: keys.currentKeyId, resealed, broken };
  const entry = { actor: request.actor, action: "reseal", target: "dead letters", ...reason };
  await sql.transaction("audit sealing again", (tx) =>
    appendAudit(tx, [{ ...entry, outcome: "resealed", detail }]),
  );
  return { resealed, broken };
}

function resealSome(sql: SqlPool, keys: SealKeyRing, after: string) {
  return sql.transaction("seal letters again", async (tx) => {
    const values = [keys.currentKeyId, keys.keyIds, after, BATCH];
    const rows = await tx.query<{ id: string; sealed: Uint8Array }>("read sealed", NEXT, values);
    const last = rows.at(-1)?.id;
    if (last === undefined) return undefined;
    const broken: string[] = [];
    const again = rows.flatMap(({ id, sealed }) => {
      try {
        return [{ id, sealed: seal(keys, unseal(keys, sealed, id), id) }];
      } catch {
        broken.push(id);
        return [];
      }
    });
    const columns = [again.map(({ id }) => id), again.map(({ sealed }) => sealed)];
    if (again.length > 0) await tx.query("write sealed", RESEAL, [...columns, keys.currentKeyId]);
    return { resealed: again.length, broken, last };
  });
}
