import { InvalidConfigError } from "../kernel/errors.ts";

/** @throws {InvalidConfigError} unless it is an integer of at least 1 */
export function requireCount(setting: string, value: number): void {
  if (Number.isInteger(value) && value >= 1) return;
  throw new InvalidConfigError(setting, `must be an integer of at least 1, got ${String(value)}`);
}

/** @throws {InvalidConfigError} unless it is an integer of at least 1, or infinite for "any number" */
export function requireLimit(setting: string, value: number): void {
  if (value !== Number.POSITIVE_INFINITY) requireCount(setting, value);
}

/** @throws {InvalidConfigError} unless it is a number of milliseconds above 0, or of at least 0 */
export function requireDuration(setting: string, value: number, mayBeZero = false): void {
  if (Number.isFinite(value) && (mayBeZero ? value >= 0 : value > 0)) return;
  const bound = mayBeZero ? "at least 0" : "more than 0";
  throw new InvalidConfigError(setting, `must be ${bound} milliseconds, got ${String(value)}`);
}

/** @throws {InvalidConfigError} unless it is one of these */
export function requireOneOf(setting: string, value: string, allowed: readonly string[]): void {
  if (allowed.includes(value)) return;
  throw new InvalidConfigError(
    setting,
    `must be one of ${allowed.join(", ")}, got '${String(value)}'`,
  );
}
