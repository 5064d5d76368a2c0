import type { Project } from "../../../projects/define-project.ts";
import type { Sql } from "../sql.ts";
import { toArrayLiteral } from "../statement.ts";

const DELETE_OBSERVERS = "DELETE FROM sagascope.observer WHERE project = $1";

/** $5 holds one array literal for each observer, since arrays of different lengths do not stand in an array. */
const INSERT_OBSERVERS = `
  INSERT INTO sagascope.observer (project, name, topic, source, types)
  SELECT $1, o.name, o.topic, o.source, o.types::text[]
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS o (name, topic, source, types)`;

/** Replace what a project observes, so that the console can name it. */
export async function registerObservers(
  sql: Sql,
  { name: project, observers }: Project,
): Promise<void> {
  await sql.query("forget observers", DELETE_OBSERVERS, [project]);
  if (observers.length === 0) return;
  await sql.query("register observers", INSERT_OBSERVERS, [
    project,
    observers.map(({ name }) => name),
    observers.map(({ topic }) => topic),
    observers.map(({ source }) => source ?? null),
    observers.map(({ types = [] }) => toArrayLiteral(types)),
  ]);
}
