import { UsageError } from "./errors.ts";

const AGE = /^\s*(\d+(?:\.\d+)?)(s|m|h|d)\s*$/;
const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

type Options = Readonly<Record<string, string | boolean | undefined>>;

/** The text of an option; undefined where it was not given. */
export function textOf(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

/**
 * Exactly the arguments a command takes, by their names in its usage.
 *
 * @throws {UsageError} if one is missing or there are more
 */
export function argumentsOf<Name extends string>(
  positionals: readonly string[],
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  for (const [at, name] of names.entries()) {
    if ((positionals[at] ?? "") === "") throw new UsageError(`${name} is missing`);
  }
  const extra = positionals[names.length];
  if (extra !== undefined) throw new UsageError(`unexpected argument '${extra}'`);
  return Object.fromEntries(names.map((name, at) => [name, positionals[at]])) as Record<
    Name,
    string
  >;
}

/**
 * How many rows a list shows.
 *
 * @throws {UsageError} unless it is a whole number of at least 1
 */
export function limitOf(options: Options, fallback: number): number {
  const text = textOf(options, "limit");
  if (text === undefined) return fallback;
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit < 1 || !Number.isSafeInteger(limit)) {
    throw new UsageError(`--limit must be >= 1, got '${text}'`);
  }
  return limit;
}

/**
 * A whole number of at least 1; undefined where there is no text.
 *
 * @throws {UsageError} if it is none
 */
export function wholeNumberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && Number.isSafeInteger(number)) return number;
  throw new UsageError(`${name} must be a whole number >= 1, got '${text}'`);
}

/**
 * A number that need not be whole, of at least a least; undefined where there is no text.
 *
 * @throws {UsageError} if it is none
 */
export function numberOf(
  name: string,
  text: string | undefined,
  least: number,
): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && number >= least) return number;
  throw new UsageError(`${name} must be a number >= ${least}, got '${text}'`);
}

/**
 * An instant in ISO 8601, such as `2026-11-30T06:00:00Z`; undefined where there is no text.
 *
 * @throws {UsageError} if it is none
 */
export function instantOf(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(at.getTime())) return at;
  throw new UsageError(`${name} must be a time such as 2026-11-30T06:00:00Z, got '${text}'`);
}

/**
 * One of the words an option may be.
 *
 * @throws {UsageError} if it is another
 */
export function oneOf<Word extends string>(
  name: string,
  text: string,
  words: readonly Word[],
): Word {
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  throw new UsageError(`${name} must be one of ${words.join(", ")}, got '${text}'`);
}

/**
 * A length of time such as `90s`, `15m`, `12h`, `1.5d`, in ms.
 *
 * @throws {UsageError} if it is none
 */
export function durationMsOf(name: string, text: string): number {
  const [, number, unit] = AGE.exec(text) ?? [];
  const unitMs = UNIT_MS[unit ?? ""];
  if (number === undefined || unitMs === undefined) {
    throw new UsageError(`${name}: invalid age '${text}', use a number and s, m, h or d`);
  }
  return Number(number) * unitMs;
}
