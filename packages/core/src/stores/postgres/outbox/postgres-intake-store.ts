import type { IntakeStore } from "../../../engine/intake-store.ts";
import type { Sql } from "../sql.ts";
import { insertEvents } from "./publish-events.ts";

/** What comes from outside, written as what arrives over HTTP is. */
export function postgresIntakeStore(sql: Sql): IntakeStore {
  return {
    receive: (events) => insertEvents(sql, events, "received"),
  };
}
