import { fromPg, type LetterGroup, listLetterGroups } from "@sagascope/core/postgres";
import type pg from "pg";
import { type LetterFilter, searchOf } from "./letter-filter.ts";

/** The causes of a filter, the one that was seen last first. */
export interface CauseList {
  readonly causes: readonly LetterGroup[];
  /** There are more causes than are listed. */
  readonly more: boolean;
}

const CAUSES_MAX = 100;

/** Group letters by cause. The filter's own cause is not looked at: the groups are what one chooses it from. */
export async function listCauses(pool: pg.Pool, filter: LetterFilter): Promise<CauseList> {
  const search = searchOf({ ...filter, cause: undefined }, new Date());
  const found = await listLetterGroups(fromPg(pool), search, CAUSES_MAX + 1);
  return { causes: found.slice(0, CAUSES_MAX), more: found.length > CAUSES_MAX };
}
