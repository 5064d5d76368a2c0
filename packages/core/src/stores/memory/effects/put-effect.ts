import type { MemoryDatabase } from "../memory-database.ts";
import type { EffectRow } from "../rows.ts";
import { keyOf } from "../table.ts";

/** Write a call's row, and keep it among the open ones for as long as it can still be run or cancelled. */
export function putEffect(db: MemoryDatabase, row: EffectRow): void {
  const key = keyOf(row.id);
  db.effects.put(key, row);
  if (row.status === "pending" || row.status === "dead") db.openEffects.put(key, row);
  else db.openEffects.remove(key);
}
