const UNREACHABLE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "ENOENT",
  "ETIMEDOUT",
  "EPIPE",
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "53300", // too_many_connections
  "P1001", // Prisma: cannot reach the server
  "P1002",
  "P1008",
  "P1017",
  "P2024", // Prisma: no connection in time
]);
const UNREACHABLE_MESSAGE =
  /connection terminated|timeout exceeded when trying to connect|can't reach database/i;
const DEPTH_MAX = 6; // Prisma wraps the driver's error a few levels deep

/** Whether an error says that the database could not be reached, rather than that a query was wrong. */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > DEPTH_MAX) return false;
  const { code, originalCode, message, cause, meta, driverAdapterError, kind, errors } =
    error as Record<string, unknown>;
  if (isUnreachableCode(code) || isUnreachableCode(originalCode)) return true;
  if (kind === "DatabaseNotReachable" || kind === "ConnectionClosed") return true;
  if (typeof message === "string" && UNREACHABLE_MESSAGE.test(message)) return true;
  const inner = [cause, meta, driverAdapterError, ...(Array.isArray(errors) ? errors : [])];
  return inner.some((each) => isDatabaseUnavailable(each, depth + 1));
}

function isUnreachableCode(code: unknown): boolean {
  return typeof code === "string" && (UNREACHABLE_CODES.has(code) || code.startsWith("08"));
}
