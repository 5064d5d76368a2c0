import { InvalidConfigError } from "../../../../kernel/errors.ts";

/** Postgres cuts longer names off, and two that differ only behind that become one. */
const IDENTIFIER_BYTES_MAX = 63;
/** Prisma's names of tables are in capitals; anything stranger is a mistake, or an attack. */
const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_$]*$/u;

/**
 * A name, quoted for a statement.
 *
 * @throws {InvalidConfigError} naming the setting, if it is no plain name or too long
 */
export function quoteIdentifier(setting: string, name: string): string {
  if (typeof name !== "string" || !IDENTIFIER.test(name)) {
    const rule = "must be letters, digits, '_' and '$', and not begin with a digit";
    throw new InvalidConfigError(setting, `${rule}, got '${name}'`);
  }
  const bytes = Buffer.byteLength(name);
  if (bytes > IDENTIFIER_BYTES_MAX) {
    const rule = `must be at most ${IDENTIFIER_BYTES_MAX} bytes, which Postgres would cut off`;
    throw new InvalidConfigError(setting, `${rule}, got ${bytes}: '${name}'`);
  }
  return `"${name}"`;
}

/**
 * `name` or `schema.name`, quoted for a statement.
 *
 * @throws {InvalidConfigError} as {@link quoteIdentifier}
 */
export function quoteTable(setting: string, table: string): string {
  const parts = table.split(".");
  if (parts.length > 2) {
    throw new InvalidConfigError(setting, `must be a name or schema.name, got '${table}'`);
  }
  return parts.map((part) => quoteIdentifier(setting, part)).join(".");
}
