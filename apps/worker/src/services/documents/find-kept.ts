import type { DocumentKind } from "@sagascope/core";
import {
  findDocument,
  listDocumentVersions,
  type SqlPool,
  type StoredDocument,
} from "@sagascope/core/postgres";
import { NotFoundError } from "../../cli/errors.ts";

const VERSIONS_MAX = 1_000;

/**
 * A document that the database keeps: the present one, the newest that says a version, or with `previous` the one before.
 *
 * @throws {NotFoundError} if there is none
 */
export async function findKept(
  sql: SqlPool,
  kind: DocumentKind,
  name: string,
  version?: string,
): Promise<StoredDocument> {
  const versions = await listDocumentVersions(sql, kind, name, VERSIONS_MAX);
  const wanted =
    version === PREVIOUS
      ? versions[1]
      : versions.find((each) => version === undefined || each.version === version);
  const found = wanted && (await findDocument(sql, kind, name, wanted.id));
  if (found) return found;
  const what = { machine: "machine", system: "project", import: "imported service" }[kind];
  if (versions.length === 0) throw new NotFoundError(`no ${what} '${name}' has a document`);
  const known = [...new Set(versions.map((each) => each.version))].join(", ");
  throw new NotFoundError(
    version === PREVIOUS
      ? `${what} '${name}' has only one version`
      : `${what} '${name}' has no version '${version}', there are ${known}`,
  );
}

/** Stands for the version before the present one. */
export const PREVIOUS = "previous";
