import { fromPg, type LetterSearchPage, searchLetters } from "@sagascope/core/postgres";
import type pg from "pg";
import { type LetterFilter, searchOf } from "./letter-filter.ts";

/** List letters by capture, the newest first, from a cursor on. @throws {OperationRefusedError} if the cursor is none */
export function listLetters(
  pool: pg.Pool,
  filter: LetterFilter,
  page: { readonly cursor: string | undefined; readonly limit: number },
): Promise<LetterSearchPage> {
  return searchLetters(fromPg(pool), searchOf(filter, new Date()), page);
}
