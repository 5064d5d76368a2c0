import { CommitConflictError } from "../../engine/errors.ts";

/** Of `sagascope.expect`: what was to be changed is not as it was. */
const UNEXPECTED_SQLSTATE = "SG409";
const UNIQUE_VIOLATION_SQLSTATE = "23505";

/**
 * A statement that fails, and with it its transaction, unless it changes so many rows. Checked by the server: the statements
 * behind it are on their way already.
 *
 * @param what - the kind of row, for the message
 * @param changes - an INSERT, UPDATE or DELETE without RETURNING
 * @param parameter - number of the parameter that holds the expected count
 */
export function checked(what: string, changes: string, parameter: number): string {
  return `
  WITH changed AS (${changes}
  RETURNING 1)
  SELECT sagascope.expect('${what}', $${parameter}::int, (SELECT count(*) FROM changed)::int)`;
}

interface DriverError {
  readonly code?: unknown;
  readonly detail?: unknown;
  readonly table?: unknown;
  readonly constraint?: unknown;
}

/** The conflict that an error of a commit's statement means, if it means one. */
export function conflictOf(error: unknown): CommitConflictError | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code, detail, table } = error as DriverError;
  if (code === UNIQUE_VIOLATION_SQLSTATE) return new CommitConflictError(String(table), 1, 0);
  if (code !== UNEXPECTED_SQLSTATE) return undefined;
  const [what = "row", expected, found] = String(detail).split(" of ");
  return new CommitConflictError(what, Number(expected), Number(found));
}
