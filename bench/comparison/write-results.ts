import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import pg from "pg";

const RESULTS = new URL("../results/", import.meta.url);

/** What figures depend on besides the contenders. */
export interface Machine {
  readonly processors: string;
  readonly memoryBytes: number;
  readonly system: string;
  readonly node: string;
  readonly postgres: Readonly<Record<string, string>>;
}

/** Settings of the server that change what durability costs. */
const SETTINGS = [
  "server_version",
  "fsync",
  "synchronous_commit",
  "shared_buffers",
  "max_wal_size",
];

export async function describeMachine(databaseUrl: string): Promise<Machine> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      "SELECT name, current_setting(name) AS setting FROM pg_settings WHERE name = ANY($1)",
      [SETTINGS],
    );
    return {
      processors: `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}`,
      memoryBytes: totalmem(),
      system: `${process.platform} ${release()}`,
      node: process.version,
      postgres: Object.fromEntries(rows.map(({ name, setting }) => [name, setting])),
    };
  } finally {
    await client.end();
  }
}

/** Write results as `<date>-<what>.json`, beside those of the same day, never over them; the file's path. */
export function writeResults(startedAt: Date, what: string, results: object): string {
  mkdirSync(RESULTS, { recursive: true });
  const stem = `${startedAt.toISOString().slice(0, 10)}-${what}`;
  const file = firstFree(stem);
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  return fileURLToPath(file);
}

function firstFree(stem: string): URL {
  for (let number = 1; ; number += 1) {
    const file = new URL(`${stem}${number === 1 ? "" : `-${number}`}.json`, RESULTS);
    if (!existsSync(file)) return file;
  }
}
