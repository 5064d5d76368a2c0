import { InvalidConfigError } from "../kernel/errors.ts";

/** @throws {InvalidConfigError} unless the value is a whole number within the bounds */
export function checkWhole(setting: string, value: number, least: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  throw new InvalidConfigError(
    setting,
    `must be an integer from ${least} to ${most}, got ${value}`,
  );
}

/** @throws {InvalidConfigError} unless the URL has one of the schemes; it is not quoted, since it may hold a password */
export function checkUrl(setting: string, url: string, schemes: readonly string[]): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol.slice(0, -1) : "";
  if (schemes.includes(protocol)) return;
  throw new InvalidConfigError(
    setting,
    `must be a URL with ${schemes.map((s) => `${s}://`).join(" or ")}`,
  );
}
