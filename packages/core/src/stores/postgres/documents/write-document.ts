import type { DocumentRecord } from "../../../asyncapi/document-record.ts";
import type { Sql } from "../sql.ts";

/** $1 kind, $2 name, $3 project, $4 chart, $5 version, $6 hash, $7 document, $8 passages, $9 hidden, $10 actor, $11 whether it holds now */
const WRITE = `
  INSERT INTO sagascope.asyncapi_document AS d
    (kind, name, project, chart_id, version, content_hash, document, passages, hidden, actor, current_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7::json, $8::json, $9, $10,
    CASE WHEN $11::boolean THEN clock_timestamp() ELSE to_timestamp(0) END)
  ON CONFLICT (kind, name, content_hash) DO UPDATE SET
    current_at = greatest(d.current_at, excluded.current_at), hidden = excluded.hidden,
    actor = coalesce(excluded.actor, d.actor)
  RETURNING id`;

/** What is noted of a document besides itself. */
export interface DocumentFacts {
  readonly project?: string;
  readonly isHidden?: boolean;
  readonly actor?: string;
  /** Whether it is the one that holds now; an older chart version's is not. */
  readonly isCurrent: boolean;
}

/** Keep a document; one that is known already becomes the one that holds, if it is to. @returns its id */
export async function writeDocument(
  sql: Sql,
  record: DocumentRecord,
  facts: DocumentFacts,
): Promise<number> {
  const [row] = await sql.query<{ id: number }>("keep AsyncAPI document", WRITE, [
    record.kind,
    record.name,
    facts.project ?? null,
    record.chartId ?? null,
    record.version,
    record.contentHash,
    JSON.stringify(record.document),
    JSON.stringify(record.passages),
    facts.isHidden ?? false,
    facts.actor ?? null,
    facts.isCurrent,
  ]);
  return row?.id ?? 0;
}
