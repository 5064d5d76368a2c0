import type { InstancePhase } from "../../../engine/step-commit.ts";
import type { Sql } from "../sql.ts";

const LIST_INSTANCES = `
  SELECT machine_id AS "machineId", subject, project, status, phase, states, revision, started_at AS "startedAt",
         updated_at AS "updatedAt", finished_at AS "finishedAt"
  FROM sagascope.instance
  WHERE ($1::text IS NULL OR machine_id = $1) AND ($2::text IS NULL OR phase = $2)
  ORDER BY started_at DESC, machine_id, subject LIMIT $3`;

const LIST_OF_SUBJECT = `
  SELECT machine_id AS "machineId", subject, project, status, phase, states, revision, started_at AS "startedAt",
         updated_at AS "updatedAt", finished_at AS "finishedAt"
  FROM sagascope.instance WHERE subject = $1 ORDER BY machine_id`;

/** One line of a list of instances. */
export interface InstanceSummary {
  readonly machineId: string;
  readonly subject: string;
  readonly project: string;
  readonly status: "active" | "done" | "cancelled";
  readonly phase: InstancePhase;
  readonly states: readonly string[];
  readonly revision: number;
  readonly startedAt: Date;
  readonly updatedAt: Date;
  readonly finishedAt: Date | null;
}

/** Instances, those started last first. */
export function listInstances(
  sql: Sql,
  filter: { readonly machineId?: string; readonly phase?: InstancePhase; readonly limit: number },
): Promise<readonly InstanceSummary[]> {
  return sql.query<InstanceSummary>("list instances", LIST_INSTANCES, [
    filter.machineId ?? null,
    filter.phase ?? null,
    filter.limit,
  ]);
}

/** The instances of all machines for one subject. */
export function listInstancesOfSubject(
  sql: Sql,
  subject: string,
): Promise<readonly InstanceSummary[]> {
  return sql.query<InstanceSummary>("list instances of a subject", LIST_OF_SUBJECT, [subject]);
}
