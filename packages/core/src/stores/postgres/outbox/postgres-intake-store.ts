import type { IntakeStore } from "../../../engine/intake-store.ts";
import type { Sql } from "../sql.ts";
import { insertEvents } from "./publish-events.ts";

/** What a broker brings, written as what arrives over HTTP is. */
export function postgresIntakeStore(sql: Sql): IntakeStore {
  return {
    async receive(events) {
      await insertEvents(sql, events, "received");
    },
  };
}
