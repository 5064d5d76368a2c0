import type { Project } from "../../../projects/define-project.ts";
import { redactionRulesOf } from "../../../projects/redaction-rules.ts";
import type { Sql } from "../sql.ts";

/** Stands in the place of a machine for the project's own rule; machines have names of at least one character. */
const PROJECTS_OWN = "";

/** Those of machines that are gone stay, since their instances do. */
const SET_RULES = `
  INSERT INTO sagascope.redaction_rule AS r (project, machine_id, settings)
  SELECT $1, n.machine_id, n.settings::json FROM unnest($2::text[], $3::text[]) AS n (machine_id, settings)
  ON CONFLICT (project, machine_id)
    DO UPDATE SET settings = excluded.settings, registered_at = clock_timestamp()
    WHERE r.settings::text <> excluded.settings::text`;

/** Tell what a project masks, so that the console and the command line, which hold no project, mask it too. */
export async function registerRedaction(sql: Sql, project: Project): Promise<void> {
  const rules = redactionRulesOf(project);
  await sql.query("register redaction", SET_RULES, [
    project.name,
    rules.map(({ machineId = PROJECTS_OWN }) => machineId),
    rules.map(({ settings }) => JSON.stringify(settings)),
  ]);
}
