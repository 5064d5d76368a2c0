import { readFileSync } from "node:fs";
import { z } from "zod";
import { SECOND_FACTOR_RULES } from "./auth/second-factor-rule.ts";

const optionalText = z
  .string()
  .optional()
  .transform((text) => text || undefined); // `VAR=` means that it is not set

/** `console.example.com:443` is an address too, of a scheme that is called like the host: its origin is that of every sandbox. */
const webAddress = z.url({ protocol: /^https?$/, error: "must begin with http:// or https://" });

const schema = z
  .object({
    DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must be a postgresql:// URL"),
    BETTER_AUTH_SECRET: z.string().min(32, "must have at least 32 characters"),
    /** Opens sealed originals for those who may see them; without it nobody can here. */
    SAGASCOPE_SEAL_KEYS: optionalText,
    /** Hosts that alerts may be sent to although they are in a private network, separated by commas. */
    SAGASCOPE_ALERT_HOSTS: z.string().default(""),
    PORT: z.preprocess(emptyIsUnset, z.coerce.number().int().min(1).max(65_535).default(3000)),
    /** Where browsers reach the console, if that is not `http://localhost:PORT`; https makes cookies secure. */
    SAGASCOPE_PUBLIC_URL: z.preprocess(emptyIsUnset, webAddress.optional()),
    /** The company's own sign-in: an OpenID Connect issuer, and what it knows the console by. */
    SAGASCOPE_OIDC_ISSUER: z.preprocess(emptyIsUnset, webAddress.optional()),
    SAGASCOPE_OIDC_CLIENT_ID: optionalText,
    SAGASCOPE_OIDC_CLIENT_SECRET: optionalText,
    /** What the button says: "Sign in with NAME". */
    SAGASCOPE_OIDC_NAME: z.preprocess(emptyIsUnset, z.string().max(60).default("single sign-on")),
    /** The role of people who come by OIDC and were not invited; nobody gets in that way unless it is set. */
    SAGASCOPE_OIDC_SIGN_UP_ROLE: optionalText,
    /** The role of people who register themselves; nobody can unless it is set. */
    SAGASCOPE_SIGN_UP_ROLE: optionalText,
    SAGASCOPE_REQUIRE_TOTP: z.preprocess(
      emptyIsUnset,
      z.enum(SECOND_FACTOR_RULES).default("nobody"),
    ),
    /** Requests with events that one token may send in a minute, to all consoles together. */
    SAGASCOPE_INGEST_PER_MINUTE: z.preprocess(
      emptyIsUnset,
      z.coerce.number().int().min(1).max(100_000_000).default(60_000),
    ),
    /** Proxies in front of the console that each add an address to `X-Forwarded-For`. */
    SAGASCOPE_PROXIES: z.preprocess(
      emptyIsUnset,
      z.coerce.number().int().min(0).max(10).default(0),
    ),
  })
  .refine(
    (all) =>
      (all.SAGASCOPE_OIDC_ISSUER === undefined) === (all.SAGASCOPE_OIDC_CLIENT_ID === undefined),
    { path: ["SAGASCOPE_OIDC_ISSUER"], message: "and SAGASCOPE_OIDC_CLIENT_ID belong together" },
  );

/** What the console is told by its environment. */
export type Env = z.infer<typeof schema>;

/** Settings that may stand in a file instead, whose name is told by `<NAME>_FILE`. */
const SECRETS = [
  "DATABASE_URL",
  "BETTER_AUTH_SECRET",
  "SAGASCOPE_SEAL_KEYS",
  "SAGASCOPE_OIDC_CLIENT_SECRET",
] as const;

type Variables = Readonly<Record<string, string | undefined>>;

let parsed: Env | undefined;

/**
 * The environment, parsed at the first call, so that a build needs none of it.
 *
 * @throws {Error} naming each variable that is missing or unusable; never its value
 */
export function env(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}

/** Parse an environment. @throws {Error} as `env` does */
export function parseEnv(source: Variables): Env {
  const result = schema.safeParse(withFiles(source));
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  throw new Error(`the console's environment is unusable: ${problems.join("; ")}`);
}

/** Secrets out of the files that are named for them; a secret that is given twice is a mistake. */
function withFiles(source: Variables): Variables {
  const read = SECRETS.flatMap((name) => {
    const file = source[`${name}_FILE`];
    if (!file) return [];
    if (source[name]) {
      throw new Error(
        `the console's environment is unusable: ${name} and ${name}_FILE are both set`,
      );
    }
    return [[name, readSecret(name, file)] as const];
  });
  return { ...source, ...Object.fromEntries(read) };
}

function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`the console's environment is unusable: ${name}_FILE cannot be read (${code})`);
  }
}

function emptyIsUnset(text: unknown): unknown {
  return text === "" ? undefined : text;
}
