import type { Clock } from "./clock.ts";
import { systemClock } from "./clock.ts";
import type { Redactor } from "./redaction/redactor.ts";
import { createRedactor } from "./redaction/redactor.ts";

/** Facts that go with a log line. Values may be anything; writing them never throws. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes one line. `message` is constant text, so that lines can be counted; what varies goes in `fields`. */
export type LogLine = (message: string, fields?: LogFields) => void;

/** Severity of a log line, least first. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** Where this package reports what it does. Implementations never throw. */
export interface Logger {
  readonly debug: LogLine;
  readonly info: LogLine;
  readonly warn: LogLine;
  readonly error: LogLine;
}

const LEVELS: readonly LogLevel[] = ["debug", "info", "warn", "error"];
const nothing: LogLine = () => {};

/** A logger that drops every line. */
export const silentLogger: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};

/** How `jsonLogger` writes. */
export interface JsonLoggerOptions {
  readonly clock?: Clock;
  /** Least severe level that is written; `debug` by default. */
  readonly level?: LogLevel;
  readonly redactor?: Redactor;
}

/**
 * A logger that writes one JSON object a line: `time`, `level`, `message`, then the fields, redacted.
 *
 * @param write takes a line without its line end
 */
export function jsonLogger(write: (line: string) => void, options: JsonLoggerOptions = {}): Logger {
  const { clock = systemClock, level: least = "debug", redactor = createRedactor() } = options;

  const lineOf = (level: LogLevel): LogLine => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return nothing;
    return (message, fields) => {
      const head = {
        time: clock.now().toISOString(),
        level,
        message: redactor.redactText(message),
      };
      write(JSON.stringify({ ...safeFields(redactor, fields), ...head }));
    };
  };
  return {
    debug: lineOf("debug"),
    info: lineOf("info"),
    warn: lineOf("warn"),
    error: lineOf("error"),
  };
}

/** A logger that adds `fields` to every line; a line's own fields win. */
export function withFields(logger: Logger, fields: LogFields): Logger {
  const lineOf =
    (write: LogLine): LogLine =>
    (message, more) =>
      write(message, { ...fields, ...more });
  return {
    debug: lineOf(logger.debug),
    info: lineOf(logger.info),
    warn: lineOf(logger.warn),
    error: lineOf(logger.error),
  };
}

function safeFields(redactor: Redactor, fields: LogFields | undefined): object {
  if (fields === undefined) return {};
  try {
    const { value } = redactor.redact(withStacks(fields));
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return { fields: "unloggable" };
  }
}

/** An error's stack is worth its space in a log; elsewhere it is left out. */
function withStacks(fields: LogFields): LogFields {
  const errors = Object.entries(fields).filter(([, value]) => value instanceof Error);
  const stacks = errors.map(([key, error]) => [`${key}Stack`, (error as Error).stack]);
  return { ...fields, ...Object.fromEntries(stacks) };
}
