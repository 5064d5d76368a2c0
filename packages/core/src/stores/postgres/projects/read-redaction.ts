import {
  createDisplayRedaction,
  type DisplayRedaction,
  type StoredRule,
} from "../../../projects/redaction-rules.ts";
import type { Sql } from "../sql.ts";

const READ_RULES = `
  SELECT nullif(machine_id, '') AS "machineId", settings FROM sagascope.redaction_rule
  ORDER BY project, machine_id`;

/** How this database's data is masked where people look, by the rules of every project that runs on it. */
export async function readDisplayRedaction(sql: Sql): Promise<DisplayRedaction> {
  const rows = await sql.query<{ readonly machineId: string | null; readonly settings: unknown }>(
    "read redaction",
    READ_RULES,
  );
  const rules = rows.map(
    ({ machineId, settings }): StoredRule => ({ machineId: machineId ?? undefined, settings }),
  );
  return createDisplayRedaction(rules);
}
