import { documentRecord } from "../../../asyncapi/document-record.ts";
import { InvalidDocumentError } from "../../../asyncapi/errors.ts";
import { outlineOf } from "../../../asyncapi/outline.ts";
import type { JsonObject } from "../../../kernel/json.ts";
import { appendAudit } from "../audit/append-audit.ts";
import type { SqlPool } from "../sql.ts";
import { writeDocument } from "./write-document.ts";

const FORGET = `
  DELETE FROM sagascope.asyncapi_document WHERE kind = 'import' AND name = $1 RETURNING id`;

/** What a service may be called: it stands in links, lists and on the map. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,99}$/u;

/** Who imports what. */
export interface DocumentImport {
  /** What the service is called; default: the document's title. */
  readonly name?: string;
  /** As `readForeignDocument` gives it. */
  readonly document: JsonObject;
  readonly actor: string;
}

/**
 * Keep the document of somebody else's service; a newer one of the same name replaces it and can be compared with it.
 * Audited in the same transaction. @returns its name and id
 *
 * @throws {InvalidDocumentError} if it has no name that can be used
 */
export async function importDocument(
  pool: SqlPool,
  { document, actor, ...wanted }: DocumentImport,
): Promise<{ readonly name: string; readonly id: number }> {
  const name = wanted.name ?? outlineOf(document).title;
  if (!NAME.test(name)) {
    throw new InvalidDocumentError(
      "info.title",
      "is no name for a service: give one of 1 to 100 letters, digits, spaces, '_', '.' or '-'",
    );
  }
  return pool.transaction("import document", async (sql) => {
    const record = documentRecord("import", name, document);
    const id = await writeDocument(sql, record, { actor, isCurrent: true });
    const { version, passages } = record;
    await appendAudit(sql, [
      {
        actor,
        action: "asyncapi.import",
        target: `service ${name}`,
        outcome: "imported",
        detail: { version, messages: passages.length },
      },
    ]);
    return { name, id };
  });
}

/** Forget every version of an imported document. Audited. @returns how many there were */
export async function forgetImport(pool: SqlPool, name: string, actor: string): Promise<number> {
  return pool.transaction("forget document", async (sql) => {
    const rows = await sql.query("forget document", FORGET, [name]);
    if (rows.length === 0) return 0;
    await appendAudit(sql, [
      {
        actor,
        action: "asyncapi.forget",
        target: `service ${name}`,
        outcome: "forgotten",
        detail: { versions: rows.length },
      },
    ]);
    return rows.length;
  });
}
