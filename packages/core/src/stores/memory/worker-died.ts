import type { ErrorRecord } from "../../dead-letters/letter.ts";
import { WORKER_DIED } from "../../engine/worker-died.ts";
import type { MemoryDatabase } from "./memory-database.ts";

/** What is added to the errors of work that was tried by itself when its worker died. */
export function workerDied(
  db: MemoryDatabase,
  what: "delivery" | "call",
  attempt: number,
): ErrorRecord {
  return {
    name: WORKER_DIED,
    message: `the worker died while it handled this ${what} alone`,
    at: db.clock.now().toISOString(),
    attempt,
  };
}
