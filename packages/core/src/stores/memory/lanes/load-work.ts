import type { InstanceKey, LoadedWork, ReceiptKey } from "../../../engine/engine-store.ts";
import type { InstanceRecord } from "../../../engine/records.ts";
import type { JsonValue } from "../../../kernel/json.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { InstanceRow } from "../rows.ts";
import { keyOf } from "../table.ts";

/** What planning needs to know, as it stands now: what is written later does not show. */
export function loadWork(
  db: MemoryDatabase,
  instances: readonly InstanceKey[],
  receipts: readonly ReceiptKey[],
): LoadedWork {
  const byInstance = new Map(
    instances.map(({ machineId, subject }) => {
      const key = keyOf(machineId, subject);
      return [key, db.instances.get(key)] as const;
    }),
  );
  const nowMs = db.nowMs();
  const byReceipt = new Map(
    receipts.map(({ scope, key }) => {
      const row = db.receipts.get(keyOf(scope, key));
      return [keyOf(scope, key), row !== undefined && row.expiresAtMs > nowMs ? row : undefined];
    }),
  );
  return {
    instance({ machineId, subject }) {
      const row = byInstance.get(keyOf(machineId, subject));
      return row === undefined ? undefined : toInstanceRecord(row);
    },
    receipt: ({ scope, key }) => byReceipt.get(keyOf(scope, key)),
  };
}

/** An instance as the engine knows it; its snapshot is a copy. */
export function toInstanceRecord(row: InstanceRow): InstanceRecord {
  const { machineId, subject, chartId, revision, status, phase, states, correlationId } = row;
  const snapshot = JSON.parse(row.snapshot) as JsonValue;
  return { machineId, subject, chartId, revision, status, phase, states, snapshot, correlationId };
}
