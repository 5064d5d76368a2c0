import { findLetterCare, fromPg, type LetterCare } from "@sagascope/core/postgres";
import type pg from "pg";

/** Who looks after a cause, and whom its letters touch. */
export interface CauseView extends LetterCare {
  /** Business keys of its open letters, of so many letters as `lettersLookedAt` says. */
  readonly subjects: number;
  readonly lettersLookedAt: number;
  /** Whether there are more open letters than were looked at. */
  readonly isPart: boolean;
}

const LETTERS_MAX = 10_000;

const COUNT_SUBJECTS = `
  SELECT count(DISTINCT subject)::int AS subjects, count(*)::int AS letters FROM (
    SELECT subject FROM sagascope.dead_letter WHERE fingerprint = $1 AND resolved_at IS NULL
    ORDER BY captured_at DESC, id LIMIT $2) newest`;

/** Read the care of a cause and count its subjects, among its newest letters if there are very many. */
export async function getCause(pool: pg.Pool, fingerprint: string): Promise<CauseView> {
  const sql = fromPg(pool);
  const [care, [counted]] = await Promise.all([
    findLetterCare(sql, fingerprint),
    sql.query<{ subjects: number; letters: number }>("count subjects of cause", COUNT_SUBJECTS, [
      fingerprint,
      LETTERS_MAX + 1,
    ]),
  ]);
  const { subjects, letters } = counted ?? { subjects: 0, letters: 0 };
  return { ...care, subjects, lettersLookedAt: letters, isPart: letters > LETTERS_MAX };
}
