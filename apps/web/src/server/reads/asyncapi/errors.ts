import type { DocumentKind } from "@sagascope/core";
import { SagascopeError } from "@sagascope/core/errors";

/** What each kind of document is of. */
const WHAT = {
  machine: "machine",
  system: "project",
  import: "imported service",
} as const satisfies Record<DocumentKind, string>;

/** Nothing is registered or imported under this name, or no such version of it. */
export class DocumentNotFoundError extends SagascopeError {
  readonly code = "DOCUMENT_NOT_FOUND";
  readonly fault = "caller";

  constructor(kind: DocumentKind, name: string, documentId?: number) {
    super(
      documentId === undefined
        ? `no ${WHAT[kind]} '${name}' has a document`
        : `${WHAT[kind]} '${name}' has no document with the id ${documentId}`,
    );
  }
}
