import {
  checkRetention,
  type PurgeReport,
  type RetentionPolicy,
} from "../../../engine/retention.ts";
import { InvalidConfigError } from "../../../kernel/errors.ts";
import type { JsonObject } from "../../../kernel/json.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { SqlPool } from "../sql.ts";
import { purge } from "./purge.ts";

/** Who wants something purged, and why. */
export interface PurgeRequest {
  readonly policy: RetentionPolicy;
  readonly actor: string;
  /** Kept in the audit. */
  readonly reason: string;
}

/**
 * Purge because somebody asks for it. The audit says so before the first row goes, and again what went.
 *
 * @throws {InvalidConfigError} without a reason, or if an age cannot be used
 */
export async function purgeByHand(
  pool: SqlPool,
  { policy, actor, reason }: PurgeRequest,
  signal?: AbortSignal,
): Promise<PurgeReport> {
  if (reason.trim() === "") throw new InvalidConfigError("reason", "is required");
  const keepMs = { ...checkRetention(policy) };
  const note = (outcome: string, detail: JsonObject) =>
    pool.transaction("audit purge", (sql) =>
      appendAudit(sql, [
        { actor, action: "purge", target: "outbox", reason: reason.trim(), outcome, detail },
      ]),
    );
  await note("started", { keepMs });
  const purged = await purge(pool, policy, signal);
  await note("done", {
    purged: purged.map(({ name, rows, kept, heldBy }) => ({
      ...{ name, rows, kept },
      ...(heldBy === undefined ? {} : { heldBy }),
    })),
  });
  return { purged };
}
