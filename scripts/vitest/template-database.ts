import { createHash } from "node:crypto";
import pg from "pg";
import { MIGRATIONS_DIR, migrate, readMigrations } from "../../prisma/src/migrate.ts";

const LOCK_KEY = 5_462_001; // one run at a time builds a template
const DAY_MS = 24 * 60 * 60 * 1000;
const OURS = /^sagascope_(?:test|template)_(\d{8})_/;

/**
 * The name of a database migrated to the present folder of migrations, made if this server has none of today.
 * Runs that share a server share it.
 */
export async function ensureTemplate(adminUrl: string): Promise<string> {
  const name = `sagascope_template_${dayOf(new Date())}_${await fingerprint()}`;
  await asAdmin(adminUrl, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK_KEY]);
    if ((await listDatabases(client)).includes(name)) return;
    const draft = `${name}_draft`; // renamed when complete: a killed run leaves no half template
    await client.query(`DROP DATABASE IF EXISTS ${draft}`);
    await client.query(`CREATE DATABASE ${draft} TEMPLATE template0`);
    await migrate(urlOf(adminUrl, draft));
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${name}`);
  });
  return name;
}

/** Drop what runs left on a shared server more than a day ago. */
export async function dropLeftovers(adminUrl: string): Promise<void> {
  const oldest = dayOf(new Date(Date.now() - DAY_MS));
  await asAdmin(adminUrl, async (client) => {
    for (const name of await listDatabases(client)) {
      const day = OURS.exec(name)?.[1];
      if (day === undefined || day >= oldest) continue;
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
  });
}

async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  for (const { name, checksum } of await readMigrations(MIGRATIONS_DIR))
    hash.update(name + checksum);
  return hash.digest("hex").slice(0, 12);
}

async function listDatabases(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>("SELECT datname FROM pg_database");
  return rows.map((row) => row.datname);
}

async function asAdmin(
  adminUrl: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10).replaceAll("-", "");
}
