import { readFileSync } from "node:fs";
import type { RetentionPolicy } from "@sagascope/core";
import { z } from "zod";
import { UsageError } from "./cli/errors.ts";

const DEFAULT_PORT = 4280;

const optionalText = z
  .string()
  .optional()
  .transform((text) => text || undefined); // `VAR=` means that it is not set

const DAY_MS = 86_400_000;

/** An age of a day or more, in ms. */
const optionalAge = optionalText.transform((text, context) => {
  if (text === undefined) return undefined;
  const [, number] = /^(\d{1,5})d$/.exec(text) ?? [];
  if (number !== undefined && Number(number) >= 1) return Number(number) * DAY_MS;
  context.addIssue({ code: "custom", message: "must be a number of days, such as 30d" });
  return z.NEVER;
});

/** A whole number within bounds, or not set. */
const optionalCount = (min: number, max: number) =>
  optionalText.transform((text, context) => {
    if (text === undefined) return undefined;
    const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (count >= min && count <= max) return count;
    const message = `must be an integer from ${min} to ${max}, got '${text}'`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

const schema = z.object({
  /** The database; absent where `sagascope up` brings its own. */
  DATABASE_URL: optionalText.refine(isPostgresUrl, "must be a postgresql:// URL"),
  /** The console's port; 0 for any free one. */
  PORT: z.preprocess(
    emptyIsUnset,
    z.coerce.number().int().min(0).max(65_535).default(DEFAULT_PORT),
  ),
  /** The address the console listens on. */
  HOST: z.string().default("127.0.0.1"),
  /** The folder for the embedded database, keys and logs. */
  SAGASCOPE_DATA: z.string().default(".sagascope"),
  /** The project file; see `locateProject`. */
  SAGASCOPE_PROJECT: optionalText,
  /** Where the console is, as seen from outside. */
  SAGASCOPE_URL: optionalText,
  /** The console that commands ask instead of the database, and the token they show it. */
  SAGASCOPE_CONSOLE: optionalText.refine(isHttpUrl, "must be an http:// or https:// URL"),
  SAGASCOPE_TOKEN: optionalText,
  /** Keys that dead letters' originals are sealed with. */
  SAGASCOPE_SEAL_KEYS: optionalText,
  /** How long a worker whose database session broke may take to come back before others take over its work. */
  SAGASCOPE_SESSION_GRACE_MS: optionalCount(0, 600_000),
  /** Service calls that a worker has under way at once. */
  SAGASCOPE_CALLS_MAX: optionalCount(1, 10_000),
  /** Events that a worker holds in memory at once, and as many due timers. */
  SAGASCOPE_HELD_MAX: optionalCount(1, 100_000),
  /** Steps in one transaction. */
  SAGASCOPE_BATCH_MAX: optionalCount(1, 1_000),
  /** Transactions with steps at once: fewer than a worker has connections for steps. */
  SAGASCOPE_BATCHES_MAX: optionalCount(1, 6),
  /** Between looks for work that no hint announced. */
  SAGASCOPE_SWEEP_MS: optionalCount(10, 60_000),
  /** How long a worker that is told to stop may take to finish what it holds; the rest is handed back. */
  SAGASCOPE_STOP_MS: optionalCount(0, 600_000),
  /** The secret that sessions are signed with. */
  BETTER_AUTH_SECRET: optionalText,
  /** How long events that nobody needs any more are kept: `30d`; not set: for ever, as in the next four. */
  SAGASCOPE_KEEP_EVENTS: optionalAge,
  /** Steps of instances that are over. */
  SAGASCOPE_KEEP_HISTORY: optionalAge,
  /** Finished instances, with their calls. */
  SAGASCOPE_KEEP_INSTANCES: optionalAge,
  /** Receipts of the inbox. */
  SAGASCOPE_KEEP_RECEIPTS: optionalAge,
  /** Operators' commands and bulk jobs that are over, and frozen selections. */
  SAGASCOPE_KEEP_OPERATIONS: optionalAge,
  /** Where spans are sent by OTLP over HTTP, as OpenTelemetry names it; not set: nowhere. */
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText.refine(isHttpUrl, "must be an http:// or https:// URL"),
  /** Hosts that alerts may be sent to although they are in a private network, separated by commas. */
  SAGASCOPE_ALERT_HOSTS: optionalText,
  /** Print the stack of an unexpected error. */
  SAGASCOPE_DEBUG: optionalText,
});

/** The settings that come from the environment; the only place that knows their names. */
export interface Env {
  readonly databaseUrl: string | undefined;
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly project: string | undefined;
  readonly consoleUrl: string | undefined;
  /** The console that commands ask, in place of a database. */
  readonly askedConsole: string | undefined;
  readonly token: string | undefined;
  readonly sealKeys: string | undefined;
  readonly sessionGraceMs: number | undefined;
  readonly pace: WorkerPace;
  readonly authSecret: string | undefined;
  /** What is taken away once it is so old, in ms; what is not named is kept for ever. */
  readonly retention: RetentionPolicy;
  /** The collector of traces. */
  readonly otlpEndpoint: string | undefined;
  readonly alertHosts: readonly string[];
  readonly debug: boolean;
}

/** How much a worker does at once; what is not named is the engine's default. */
export interface WorkerPace {
  readonly callsMax?: number;
  readonly heldMax?: number;
  readonly batchMax?: number;
  readonly batchesMax?: number;
  readonly sweepMs?: number;
  readonly stopMs?: number;
}

/** The variables that are read. */
export const VARIABLES: readonly string[] = Object.keys(schema.shape);

/** @throws {UsageError} naming the first variable that cannot be used */
export function parseEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const parsed = schema.safeParse(withFiles(variables));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UsageError(`environment variable ${issue?.path.join(".")}: ${issue?.message}`);
  }
  const { data } = parsed;
  return {
    databaseUrl: data.DATABASE_URL,
    port: data.PORT,
    host: data.HOST,
    dataDir: data.SAGASCOPE_DATA,
    project: data.SAGASCOPE_PROJECT,
    consoleUrl: data.SAGASCOPE_URL,
    askedConsole: data.SAGASCOPE_CONSOLE,
    token: data.SAGASCOPE_TOKEN,
    sealKeys: data.SAGASCOPE_SEAL_KEYS,
    sessionGraceMs: data.SAGASCOPE_SESSION_GRACE_MS,
    pace: withoutAbsent({
      callsMax: data.SAGASCOPE_CALLS_MAX,
      heldMax: data.SAGASCOPE_HELD_MAX,
      batchMax: data.SAGASCOPE_BATCH_MAX,
      batchesMax: data.SAGASCOPE_BATCHES_MAX,
      sweepMs: data.SAGASCOPE_SWEEP_MS,
      stopMs: data.SAGASCOPE_STOP_MS,
    }),
    authSecret: data.BETTER_AUTH_SECRET,
    retention: withoutAbsent({
      events: data.SAGASCOPE_KEEP_EVENTS,
      history: data.SAGASCOPE_KEEP_HISTORY,
      instances: data.SAGASCOPE_KEEP_INSTANCES,
      receipts: data.SAGASCOPE_KEEP_RECEIPTS,
      operations: data.SAGASCOPE_KEEP_OPERATIONS,
    }),
    otlpEndpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT,
    alertHosts: listOf(data.SAGASCOPE_ALERT_HOSTS),
    debug: data.SAGASCOPE_DEBUG !== undefined,
  };
}

function listOf(text: string | undefined): readonly string[] {
  return (text ?? "").split(",").flatMap((entry) => entry.trim() || []);
}

/** Settings that may stand in a file instead, whose name is told by `<NAME>_FILE`, as container platforms mount secrets. */
export const SECRET_SETTINGS = [
  "DATABASE_URL",
  "SAGASCOPE_TOKEN",
  "SAGASCOPE_SEAL_KEYS",
  "BETTER_AUTH_SECRET",
] as const;

/** Secrets that only a console reads, and the doctor looks after. */
export const CONSOLE_SECRET_SETTINGS = ["SAGASCOPE_OIDC_CLIENT_SECRET"] as const;

function withFiles(
  variables: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const read = SECRET_SETTINGS.flatMap((name) => {
    const file = variables[`${name}_FILE`];
    if (!file) return [];
    if (variables[name]) {
      throw new UsageError(`environment variables ${name} and ${name}_FILE are both set`);
    }
    return [[name, readSecret(name, file)] as const];
  });
  return { ...variables, ...Object.fromEntries(read) };
}

function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new UsageError(`environment variable ${name}_FILE: the file cannot be read (${code})`);
  }
}

function emptyIsUnset(text: unknown): unknown {
  return text === "" ? undefined : text;
}

function withoutAbsent<Name extends string>(
  numbers: Readonly<Record<Name, number | undefined>>,
): { readonly [Each in Name]?: number } {
  const present = Object.entries(numbers).filter(([, number]) => number !== undefined);
  return Object.fromEntries(present) as { readonly [Each in Name]?: number };
}

/** Whether a text is the address of a console. */
export function isHttpUrl(text: string | undefined): boolean {
  return text === undefined || (URL.canParse(text) && /^https?:/.test(text));
}

function isPostgresUrl(text: string | undefined): boolean {
  return text === undefined || (URL.canParse(text) && /^postgres(ql)?:/.test(text));
}
