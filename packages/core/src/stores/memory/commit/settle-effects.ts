import type { Settlement } from "../../../engine/step-commit.ts";
import { putEffect } from "../effects/put-effect.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { EffectStatus } from "../rows.ts";
import { concludeCommand } from "./finish-commands.ts";

type Of<Kind> = Extract<Settlement, { readonly kind: Kind }>;
type Ended = Of<"effect-done"> | Of<"effect-failed" | "effect-dead">;

const STATUS = { "effect-done": "done", "effect-failed": "failed", "effect-dead": "dead" } as const;
/** A call that gave up can still be tried again by an operator, unless its state is left. */
const CANCELLABLE: ReadonlySet<EffectStatus> = new Set(["pending", "dead"]);

/** Only a pending call with the token of its lease can end. */
export function endEffect(db: MemoryDatabase, ended: Ended): boolean {
  const row = db.effects.get(ended.effectId);
  if (row?.status !== "pending" || String(row.token) !== ended.token) return false;
  putEffect(db, {
    ...row,
    status: STATUS[ended.kind],
    ...(ended.kind === "effect-done"
      ? { output: JSON.stringify(ended.output) }
      : { errors: ended.errors }),
    leasedBy: undefined,
    leasedUntilMs: undefined,
    alone: false,
  });
  return true;
}

/** A call that gave up starts over under the same idempotency key. Its command waits for how it ends. */
export function startEffectAgain(db: MemoryDatabase, again: Of<"effect-again">): boolean {
  const row = db.effects.get(again.effectId);
  if (row?.status !== "dead") return false;
  putEffect(db, {
    ...row,
    status: "pending",
    attempts: 0,
    dueAtMs: db.nowMs(),
    commandId: again.commandId,
    replay: again.replay,
    leasedBy: undefined,
    leasedUntilMs: undefined,
  });
  return true;
}

/** End a call from outside, in the status it was found in. */
export function cutEffect(db: MemoryDatabase, cut: Of<"effect-cut">): boolean {
  const row = db.effects.get(cut.effectId);
  if (row?.status !== cut.status) return false;
  putEffect(db, { ...row, status: "cancelled", leasedBy: undefined, leasedUntilMs: undefined });
  return true;
}

/** End the open calls of states that were left; a call already on its way comes back as a late result. */
export function cancelEffects(
  db: MemoryDatabase,
  lane: { readonly machineId: string; readonly subject: string },
  refs: readonly string[],
): void {
  if (refs.length === 0) return;
  for (const row of db.openEffects.rows()) {
    const isMeant =
      row.machineId === lane.machineId &&
      row.subject === lane.subject &&
      row.kind === "invoke" &&
      refs.includes(row.ref) &&
      CANCELLABLE.has(row.status);
    if (!isMeant) continue;
    putEffect(db, { ...row, status: "cancelled" });
    // A replay that had it tried again is over with it.
    if (row.commandId !== undefined) {
      concludeCommand(db, { commandId: row.commandId, outcome: "cancelled" });
    }
  }
}
