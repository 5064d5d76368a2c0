import { documentRecord } from "../../../asyncapi/document-record.ts";
import type { Chart } from "../../../charts/chart.ts";
import { parseChart } from "../../../charts/parse-chart.ts";
import type { ChartRecord } from "../../../engine/records.ts";
import { machineIdOf, type Project } from "../../../projects/define-project.ts";
import { machineDocumentOf, systemDocumentOf } from "../../../projects/project-documents.ts";
import type { Sql } from "../sql.ts";
import { listUndocumented } from "./list-undocumented.ts";
import { writeDocument } from "./write-document.ts";

/**
 * Keep the documents of a project as it stands: one of each machine's present chart, one of the whole, and one of every older
 * chart version that has none yet, as it would be routed today.
 */
export async function registerDocuments(
  sql: Sql,
  project: Project,
  charts: readonly ChartRecord[],
): Promise<void> {
  for (const machine of project.machines) {
    const machineId = machineIdOf(machine);
    const facts = { project: project.name, isHidden: machine.document?.isHidden ?? false };
    const current = charts.find((record) => record.machineId === machineId);
    for (const older of await listUndocumented(sql, machineId, current?.id ?? 0)) {
      const chart = readOlder(older.chart);
      if (chart === undefined) continue;
      const document = machineDocumentOf(project, machine, chart);
      const record = documentRecord("machine", machineId, document, older.id);
      await writeDocument(sql, record, { ...facts, isCurrent: false });
    }
    const document = machineDocumentOf(project, machine);
    const record = documentRecord("machine", machineId, document, current?.id);
    await writeDocument(sql, record, { ...facts, isCurrent: true });
  }
  const system = documentRecord("system", project.name, systemDocumentOf(project));
  await writeDocument(sql, system, { project: project.name, isCurrent: true });
}

/** A chart that an older Sagascope took may be refused by this one; it goes without a document. */
function readOlder(source: unknown): Chart | undefined {
  try {
    return parseChart(source);
  } catch {
    return undefined;
  }
}
