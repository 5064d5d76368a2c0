import {
  type ChangeClass,
  compareDocuments,
  countChanges,
  type DocumentChange,
} from "@sagascope/core";
import { findDocument, fromPg, listDocumentVersions } from "@sagascope/core/postgres";
import type pg from "pg";
import { DocumentNotFoundError } from "./errors.ts";
import { type DocumentKey, type VersionView, viewVersion } from "./get-document.ts";

/** What changed between two versions of a document. */
export interface ChangesView {
  /** What it is compared with; undefined for the first version, which nothing came before. */
  readonly since: VersionView | undefined;
  readonly counts: Readonly<Record<ChangeClass, number>>;
  readonly changes: readonly DocumentChange[];
  /** There are more than are listed. */
  readonly isCut: boolean;
}

const VERSIONS_MAX = 1_000;
const CHANGES_MAX = 300;
const NONE = { breaking: 0, unclear: 0, compatible: 0 };

/**
 * Compare a version with an earlier one: the one before it, unless another is named.
 *
 * @throws {DocumentNotFoundError}
 */
export async function getChanges(
  pool: pg.Pool,
  { kind, name, documentId, sinceId }: DocumentKey & { readonly sinceId?: number | undefined },
): Promise<ChangesView> {
  const sql = fromPg(pool);
  const versions = await listDocumentVersions(sql, kind, name, VERSIONS_MAX);
  const at = versions.findIndex(({ id }) => documentId === undefined || id === documentId);
  const shown = versions[at];
  if (!shown) throw new DocumentNotFoundError(kind, name, documentId);
  const since =
    sinceId === undefined ? versions[at + 1] : versions.find(({ id }) => id === sinceId);
  if (sinceId !== undefined && !since) throw new DocumentNotFoundError(kind, name, sinceId);
  if (!since) return { since: undefined, counts: NONE, changes: [], isCut: false };
  const [before, after] = await Promise.all([
    findDocument(sql, kind, name, since.id),
    findDocument(sql, kind, name, shown.id),
  ]);
  const changes = compareDocuments(before?.document ?? {}, after?.document ?? {});
  return {
    since: viewVersion(since, versions[0]?.id),
    counts: countChanges(changes),
    changes: changes.slice(0, CHANGES_MAX),
    isCut: changes.length > CHANGES_MAX,
  };
}
