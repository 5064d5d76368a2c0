import { StoreUnavailableError } from "../../kernel/errors.ts";

/** SQLSTATE classes that mean "try again later", not "this statement is wrong". */
const UNAVAILABLE_SQLSTATE_CLASSES = new Set([
  "08", // connection exception
  "40", // transaction rollback: serialization failure, deadlock
  "53", // insufficient resources
  "57", // operator intervention: shutdown, crash recovery, statement timeout
  "58", // system error: the server's disk
]);
/** The server has become a standby: the one that takes writes now is another. The session is given up with the error. */
const READ_ONLY_SQLSTATE = "25006";

/** Node's codes for a connection that could not be made, or broke. */
const UNAVAILABLE_NODE_CODES = new Set([
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** What `pg` says without a code when the connection goes while a statement waits. */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error)/;

/** Map a driver error to ours; anything unrecognised passes through unchanged. */
export function translatePgError(operation: string, error: unknown): unknown {
  return isUnavailable(error) ? new StoreUnavailableError(operation, { cause: error }) : error;
}

const UNIQUE_VIOLATION = "23505";
const FOREIGN_KEY_VIOLATION = "23503";

/** Whether a statement was refused since this constraint or index allows a value once. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return isViolation(error, UNIQUE_VIOLATION, constraint);
}

/** Whether a statement was refused since what it names, by this constraint, is gone. */
export function isForeignKeyViolation(error: unknown, constraint: string): boolean {
  return isViolation(error, FOREIGN_KEY_VIOLATION, constraint);
}

function isViolation(error: unknown, code: string, constraint: string): boolean {
  if (driverCodeOf(error) !== code) return false;
  return (error as { readonly constraint?: unknown }).constraint === constraint;
}

function isUnavailable(error: unknown): boolean {
  const code = driverCodeOf(error);
  if (code === undefined) {
    return error instanceof Error && UNAVAILABLE_MESSAGES.test(error.message);
  }
  return (
    code === READ_ONLY_SQLSTATE ||
    UNAVAILABLE_NODE_CODES.has(code) ||
    (code.length === 5 && UNAVAILABLE_SQLSTATE_CLASSES.has(code.slice(0, 2)))
  );
}

interface DriverErrorShape {
  readonly code?: unknown;
  readonly meta?: {
    readonly driverAdapterError?: { readonly cause?: { readonly originalCode?: unknown } };
  };
}

/** `pg` puts the code in `code`; Prisma 7 buries it under its own `P2010`. */
function driverCodeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code, meta } = error as DriverErrorShape;
  const driverCode = meta?.driverAdapterError?.cause?.originalCode ?? code;
  return typeof driverCode === "string" ? driverCode : undefined;
}
