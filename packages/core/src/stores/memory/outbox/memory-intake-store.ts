import type { IntakeStore } from "../../../engine/intake-store.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import { insertEvents } from "./publish-events.ts";

/** What a broker brings, in process memory. */
export function memoryIntakeStore(db: MemoryDatabase): IntakeStore {
  return {
    receive: async (events) => insertEvents(db, events, "received"),
  };
}
