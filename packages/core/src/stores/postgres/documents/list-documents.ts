import type { DocumentKind, Passage } from "../../../asyncapi/document-record.ts";
import type { JsonObject } from "../../../kernel/json.ts";
import type { Sql } from "../sql.ts";

const COLUMNS = `
  d.id, d.kind, d.name, d.project, d.chart_id AS "chartId", d.version, d.hidden AS "isHidden", d.actor,
  d.registered_at AS "registeredAt", v.structure_hash AS "structureHash"`;

const FROM = `
  FROM sagascope.asyncapi_document d LEFT JOIN sagascope.machine_version v ON v.id = d.chart_id`;

/** Newest first by what held last; older chart versions that never did follow by their number. */
const ORDER = "d.current_at DESC, d.chart_id DESC, d.id DESC";

/** $1 kind or null, $2 how many */
const LIST_CURRENT = `
  SELECT * FROM (
    SELECT DISTINCT ON (d.kind, d.name) ${COLUMNS}, d.document, d.passages ${FROM}
    WHERE ($1::text IS NULL OR d.kind = $1) ORDER BY d.kind, d.name, ${ORDER}
  ) current ORDER BY kind, name LIMIT $2`;

/** $1 kind, $2 name, $3 how many */
const LIST_VERSIONS = `
  SELECT ${COLUMNS} ${FROM} WHERE d.kind = $1 AND d.name = $2 ORDER BY ${ORDER} LIMIT $3`;

/** $1 kind, $2 name, $3 id or null for the current one */
const FIND = `
  SELECT ${COLUMNS}, d.document, d.passages ${FROM}
  WHERE d.kind = $1 AND d.name = $2 AND ($3::int IS NULL OR d.id = $3) ORDER BY ${ORDER} LIMIT 1`;

/** One kept version of a document, without itself. */
export interface DocumentVersion {
  readonly id: number;
  readonly kind: DocumentKind;
  readonly name: string;
  readonly project: string | null;
  /** The chart version it was made from. */
  readonly chartId: number | null;
  readonly version: string;
  readonly isHidden: boolean;
  /** Who imported it. */
  readonly actor: string | null;
  readonly registeredAt: Date;
  readonly structureHash: string | null;
}

/** A kept document. */
export interface StoredDocument extends DocumentVersion {
  readonly document: JsonObject;
  readonly passages: readonly Passage[];
}

/** The present document of everything, by kind and name. */
export function listCurrentDocuments(
  sql: Sql,
  filter: { readonly kind?: DocumentKind; readonly limit: number },
): Promise<StoredDocument[]> {
  return sql.query("list documents", LIST_CURRENT, [filter.kind ?? null, filter.limit]);
}

/** The kept versions of a document, the present one first. */
export function listDocumentVersions(
  sql: Sql,
  kind: DocumentKind,
  name: string,
  limit: number,
): Promise<DocumentVersion[]> {
  return sql.query("list document versions", LIST_VERSIONS, [kind, name, limit]);
}

/** A document: the present one, or the version with an id. */
export async function findDocument(
  sql: Sql,
  kind: DocumentKind,
  name: string,
  id?: number,
): Promise<StoredDocument | undefined> {
  const rows = await sql.query<StoredDocument>("find document", FIND, [kind, name, id ?? null]);
  return rows[0];
}
