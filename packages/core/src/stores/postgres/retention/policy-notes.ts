import type { RetentionPolicy } from "../../../engine/retention.ts";
import type { LetterRetention } from "../../../projects/project.ts";
import type { Sql } from "../sql.ts";

const KEY_PREFIX = "retention.";

const WRITE = `
  INSERT INTO sagascope.setting (key, value, updated_at) VALUES ($1, $2::json, clock_timestamp())
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`;

const LIST = `
  SELECT substr(key, ${KEY_PREFIX.length + 1}) AS project, value, updated_at AS "notedAt" FROM sagascope.setting
  WHERE key LIKE '${KEY_PREFIX}%' ORDER BY key`;

/** How long a project's workers keep what is over, in ms; what is absent is kept for ever. */
export interface RetentionNote {
  readonly policy: RetentionPolicy;
  readonly letters: LetterRetention;
}

/** What a worker said when it started. */
export interface NotedRetention extends RetentionNote {
  readonly project: string;
  readonly notedAt: Date;
}

/** Write down by what policy a worker works, for people to see: it stands in the worker's environment and the project's code. */
export async function noteRetention(sql: Sql, project: string, note: RetentionNote): Promise<void> {
  await sql.query("note retention", WRITE, [KEY_PREFIX + project, JSON.stringify(note)]);
}

/** The policies of all projects, as the worker that started last said. */
export async function listRetention(sql: Sql): Promise<readonly NotedRetention[]> {
  const rows = await sql.query<{ project: string; value: RetentionNote; notedAt: Date }>(
    "list retention",
    LIST,
  );
  return rows.map(({ project, value, notedAt }) => ({ project, ...value, notedAt }));
}
