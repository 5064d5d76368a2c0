import { InvalidConfigError } from "../../kernel/errors.ts";
import type { RetryLimits } from "./retry-strategy.ts";

/** @throws {InvalidConfigError} unless the value is a finite number of at least `least` */
export function requireAtLeast(setting: string, value: number, least: number): void {
  if (Number.isFinite(value) && value >= least) return;
  throw new InvalidConfigError(
    setting,
    `must be a finite number of at least ${least}, got ${value}`,
  );
}

/** @throws {InvalidConfigError} if a limit is given that limits nothing */
export function requireLimits({ attemptsMax, totalMsMax }: RetryLimits): void {
  if (attemptsMax !== undefined && !(Number.isInteger(attemptsMax) && attemptsMax >= 1)) {
    throw new InvalidConfigError(
      "attemptsMax",
      `must be an integer of at least 1, got ${attemptsMax}`,
    );
  }
  if (totalMsMax !== undefined) requireAtLeast("totalMsMax", totalMsMax, 0);
}

/** @throws {InvalidConfigError} if a source of chance leaves 0 to 1 */
export function drawOf(rng: () => number): number {
  const drawn = rng();
  if (drawn >= 0 && drawn <= 1) return drawn;
  throw new InvalidConfigError("rng", `must return a number from 0 to 1, got ${drawn}`);
}
