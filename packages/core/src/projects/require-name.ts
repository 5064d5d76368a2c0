import { InvalidProjectError } from "./errors.ts";

const NAME = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/;

/**
 * Names stand in keys, URLs and SQL parameters; this keeps them readable in all of them.
 *
 * @throws {InvalidProjectError} if the name cannot be used
 */
export function requireName(field: string, name: string): void {
  if (NAME.test(name)) return;
  throw new InvalidProjectError(
    field,
    `must be 1 to 100 letters, digits, '_', '.' or '-', got '${name}'`,
  );
}
