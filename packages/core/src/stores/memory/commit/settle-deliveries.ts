import type { Settlement, ShardFence } from "../../../engine/step-commit.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { DeliveryRow } from "../rows.ts";
import { keyOf } from "../table.ts";

type Of<Kind> = Extract<Settlement, { readonly kind: Kind }>;

/** @returns whether it was there, and its shard still under the token it was read with */
export function endDelivery(db: MemoryDatabase, settlement: Of<"delivery-done">): boolean {
  const row = fencedDelivery(db, settlement.deliveryId, settlement.fence);
  return row !== undefined && db.deliveries.remove(keyOf(row.id));
}

/** Back to waiting. */
export function putDeliveryBack(db: MemoryDatabase, settlement: Of<"delivery-retry">): boolean {
  const row = fencedDelivery(db, settlement.deliveryId, settlement.fence);
  if (row === undefined) return false;
  const { attempts, errors, delayMs } = settlement;
  db.deliveries.put(keyOf(row.id), {
    ...row,
    attempts,
    deliveries: attempts,
    errors,
    dueAtMs: db.nowMs() + delayMs,
  });
  return true;
}

function fencedDelivery(
  db: MemoryDatabase,
  deliveryId: string,
  fence: ShardFence,
): DeliveryRow | undefined {
  const row = db.deliveries.get(deliveryId);
  if (row === undefined) return undefined;
  const token = db.shards.get(keyOf(row.project, row.shard))?.token;
  return String(token) === fence.token ? row : undefined;
}
