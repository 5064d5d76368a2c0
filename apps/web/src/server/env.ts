import { z } from "zod";

const schema = z.object({
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must be a postgresql:// URL"),
  BETTER_AUTH_SECRET: z.string().min(32, "must have at least 32 characters"),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  /** Where browsers reach the console, if that is not `http://localhost:PORT`; https makes cookies secure. */
  SAGASCOPE_PUBLIC_URL: z.url().optional(),
});

/** What the console is told by its environment. */
export type Env = z.infer<typeof schema>;

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
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const result = schema.safeParse(source);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  throw new Error(`the console's environment is unusable: ${problems.join("; ")}`);
}
