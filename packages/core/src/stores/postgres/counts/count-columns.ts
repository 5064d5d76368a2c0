import { WORK_COUNTED, type WorkCounted } from "../../../engine/work-counts.ts";

/** Column of a count: `deadLettered` is kept as `dead_lettered`. */
export function countColumn(what: WorkCounted): string {
  return what.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Columns of all counts, in the order of {@link WORK_COUNTED}. */
export const COUNT_COLUMNS: readonly string[] = WORK_COUNTED.map(countColumn);
