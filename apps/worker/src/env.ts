import { z } from "zod";
import { UsageError } from "./cli/errors.ts";

const DEFAULT_PORT = 4280;

const optionalText = z
  .string()
  .optional()
  .transform((text) => text || undefined); // `VAR=` means that it is not set

const schema = z.object({
  /** The database; absent where `sagascope up` brings its own. */
  DATABASE_URL: optionalText.refine(isPostgresUrl, "must be a postgresql:// URL"),
  /** The console's port; 0 for any free one. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(DEFAULT_PORT),
  /** The address the console listens on. */
  HOST: z.string().default("127.0.0.1"),
  /** The folder for the embedded database, keys and logs. */
  SAGASCOPE_DATA: z.string().default(".sagascope"),
  /** The project file; see `locateProject`. */
  SAGASCOPE_PROJECT: optionalText,
  /** Where the console is, as seen from outside. */
  SAGASCOPE_URL: optionalText,
  /** Keys that dead letters' originals are sealed with. */
  SAGASCOPE_SEAL_KEYS: optionalText,
  /** The secret that sessions are signed with. */
  BETTER_AUTH_SECRET: optionalText,
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
  readonly sealKeys: string | undefined;
  readonly authSecret: string | undefined;
  readonly debug: boolean;
}

/** @throws {UsageError} naming the first variable that cannot be used */
export function parseEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const parsed = schema.safeParse(variables);
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
    sealKeys: data.SAGASCOPE_SEAL_KEYS,
    authSecret: data.BETTER_AUTH_SECRET,
    debug: data.SAGASCOPE_DEBUG !== undefined,
  };
}

function isPostgresUrl(text: string | undefined): boolean {
  return text === undefined || (URL.canParse(text) && /^postgres(ql)?:/.test(text));
}
