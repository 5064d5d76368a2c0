import type { Retained } from "../../../engine/retention.ts";

/**
 * Rows of a table whose time is over; $1 is the time before which it is. Bites follow each other through the table, each from the place
 * where the last one ended: what has to stay, and what is gone but not vacuumed, is passed over once and not once a bite.
 */
export interface RowPurge {
  readonly what: Retained;
  readonly table: string;
  /** What would go, as a condition on a row `e`. */
  readonly isOver: string;
  /** Delete some of it, at most $2, from place $3 on, and say how many and the last place. */
  readonly remove: string;
  /** Before all others. */
  readonly firstPlace: string;
}
