import { OperationRefusedError } from "../../../operations/errors.ts";
import type { Sql } from "../sql.ts";

/** From the tallies: looking at every letter for its project takes longer than freezing them. */
const LIST_PROJECTS = `
  SELECT project FROM (
    SELECT project, letters FROM sagascope.letter_tally
    WHERE ($1::text IS NULL OR consumer = $1) AND ($2::text IS NULL OR fingerprint = $2)
    UNION ALL
    SELECT project, letters FROM sagascope.letter_tally_change
    WHERE ($1::text IS NULL OR consumer = $1) AND ($2::text IS NULL OR fingerprint = $2)
  ) tally GROUP BY project HAVING sum(letters) > 0 ORDER BY project LIMIT 100`;

/**
 * The project whose letters are meant: the one that is named, or the only one that has letters like these.
 *
 * @throws {OperationRefusedError} if several have and none is named
 */
export async function chooseLetterProject(
  sql: Sql,
  named?: string,
  like: { readonly consumer?: string; readonly cause?: string } = {},
): Promise<string> {
  if (named !== undefined) return named;
  const values = [like.consumer ?? null, like.cause ?? null];
  const rows = await sql.query<{ project: string }>(
    "list projects with letters",
    LIST_PROJECTS,
    values,
  );
  const [only, ...others] = rows.map(({ project }) => project);
  if (others.length === 0) return only ?? "";
  throw new OperationRefusedError(
    `several projects have dead letters: name one of ${[only, ...others].join(", ")}`,
  );
}
