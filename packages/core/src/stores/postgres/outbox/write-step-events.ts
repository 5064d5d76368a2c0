import type { EventWrite } from "../../../engine/step-commit.ts";
import type { Statement, TextRow } from "../statement.ts";
import { eventColumns, WRITE_EVENTS_AND_DELIVERIES } from "./event-rows.ts";

const WRITE = `${WRITE_EVENTS_AND_DELIVERIES}
  SELECT DISTINCT project, NULL FROM waiting UNION ALL SELECT NULL, topic FROM fed`;

export const WRITE_EVENTS = "write events";

/**
 * Store what steps publish, with the deliveries that follow. Answers with the projects that have something to do now, and the
 * topics that feeds read: whoever sent the statement wakes them once it is committed.
 */
export function writeStepEvents(events: readonly EventWrite[]): readonly Statement[] {
  if (events.length === 0) return [];
  return [{ operation: WRITE_EVENTS, text: WRITE, values: eventColumns(events, "published") }];
}

/** The projects to be woken. */
export function deliveredProjects(rows: readonly TextRow[]): readonly string[] {
  return rows.flatMap(([project]) => project ?? []);
}

/** The topics whose feeds are to be woken. */
export function fedTopics(rows: readonly TextRow[]): readonly string[] {
  return rows.flatMap(([, topic]) => topic ?? []);
}
