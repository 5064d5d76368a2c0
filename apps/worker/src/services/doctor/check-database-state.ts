import { checkSchema } from "@sagascope/database/schema-check";
import pg from "pg";
import { checkDatabase } from "../up/check-database.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const CLOCK_WARN_MS = 2_000; // less is the network's; leases and timers go by the database's clock in any case
const CLOCK_PROBLEM_MS = 60_000;
const DIFFERENCES_SHOWN = 3;

/** The database, its clock, its schema and who works on it. The first that fails ends it: what follows would only repeat that. */
export async function checkDatabaseState(databaseUrl: string): Promise<readonly Finding[]> {
  try {
    await checkDatabase(databaseUrl);
  } catch (error) {
    const mend = "see that the server runs, and that DATABASE_URL is right";
    return [problem("database", (error as Error).message, mend)];
  }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  pool.on("error", () => undefined);
  try {
    const schema = await checkTables(pool);
    const clock = await checkClock(pool);
    const found = [ok("database", "answers"), clock, schema];
    return schema.state === "problem" ? found : [...found, ...(await checkPeople(pool))];
  } finally {
    await pool.end();
  }
}

async function checkClock(pool: pg.Pool): Promise<Finding> {
  const askedAtMs = Date.now();
  const { rows } = await pool.query<{ ms: string }>(
    "SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms",
  );
  const answeredAtMs = Date.now();
  return judgeClock(Number(rows[0]?.ms), askedAtMs, answeredAtMs);
}

/** The database's clock against ours, which may be off by what the answer took on its way. */
export function judgeClock(databaseMs: number, askedAtMs: number, answeredAtMs: number): Finding {
  const tooEarlyMs = Math.max(0, askedAtMs - databaseMs);
  const tooLateMs = Math.max(0, databaseMs - answeredAtMs);
  const offMs = Math.round(Math.max(tooEarlyMs, tooLateMs));
  const found = `${offMs} ms from the database's at least`;
  const mend = "keep both in step with a time server (NTP)";
  if (offMs >= CLOCK_PROBLEM_MS) return problem("clock", found, mend);
  return offMs >= CLOCK_WARN_MS
    ? warning("clock", found, mend)
    : ok("clock", "in step with the database's");
}

async function checkTables(pool: pg.Pool): Promise<Finding> {
  const differences = await checkSchema(pool);
  const missing = differences.filter(({ kind }) => kind === "missing");
  const named = (list: typeof differences) =>
    list
      .slice(0, DIFFERENCES_SHOWN)
      .map(({ what }) => what)
      .join(", ") +
    (list.length > DIFFERENCES_SHOWN ? ` and ${list.length - DIFFERENCES_SHOWN} more` : "");
  if (missing.length > 0) {
    return problem("schema", `missing: ${named(missing)}`, "run 'sagascope migrate'");
  }
  if (differences.length > 0) {
    return warning(
      "schema",
      `not what this version makes: ${named(differences)}`,
      "if a newer version migrated it, update this one; if somebody changed it by hand, change it back",
    );
  }
  return ok("schema", "as this version makes it");
}

async function checkPeople(pool: pg.Pool): Promise<readonly Finding[]> {
  const { rows } = await pool.query<{ workers: number; admins: number; endless: number }>(`
    SELECT (SELECT count(*)::int FROM sagascope.worker
             WHERE stopped_at IS NULL AND heartbeat_at > clock_timestamp() - interval '30 s') AS workers,
           (SELECT count(*)::int FROM sagascope."user" WHERE role = 'admin' AND coalesce(banned, false) = false) AS admins,
           (SELECT count(*)::int FROM sagascope.api_token
             WHERE revoked_at IS NULL AND expires_at IS NULL AND 'administer' = ANY(scopes)) AS endless`);
  const { workers = 0, admins = 0, endless = 0 } = rows[0] ?? {};
  return [
    workers > 0
      ? ok("workers", `${workers} alive`)
      : warning(
          "workers",
          "none is alive: events wait",
          "start one: 'sagascope worker' or 'sagascope up'",
        ),
    admins > 0
      ? ok("admins", String(admins))
      : warning("admins", "nobody yet", "open the one-time link that 'sagascope up' prints"),
    endless === 0
      ? ok("tokens", "none that may administer for ever")
      : warning(
          "tokens",
          `${endless} may administer and never expire`,
          "replace them: 'sagascope token list'",
        ),
  ];
}
