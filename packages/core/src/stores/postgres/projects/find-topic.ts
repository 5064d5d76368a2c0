import type { Sql } from "../sql.ts";

/** A declared topic; undefined means no project reads or writes it. */
export async function findTopic(
  sql: Sql,
  name: string,
): Promise<{ readonly name: string; readonly project: string } | undefined> {
  const [row] = await sql.query<{ name: string; project: string }>(
    "find topic",
    "SELECT name, project FROM sagascope.topic WHERE name = $1",
    [name],
  );
  return row;
}
