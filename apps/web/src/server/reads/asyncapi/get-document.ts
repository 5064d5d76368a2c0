import {
  type DocumentKind,
  documentText,
  type Outline,
  outlineOf,
  withTraffic,
} from "@sagascope/core";
import {
  type DocumentVersion,
  findDocument,
  fromPg,
  listDocumentVersions,
  sampleEnvelopes,
} from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";
import type pg from "pg";
import { readRedaction, shown } from "../redacted.ts";
import { DocumentNotFoundError } from "./errors.ts";
import { type MessageView, viewMessages } from "./view-messages.ts";

/** Names a document: what of, and which version; the present one where none is said. */
export interface DocumentKey {
  readonly kind: DocumentKind;
  readonly name: string;
  readonly documentId?: number | undefined;
}

/** A kept version of a document. */
export interface VersionView {
  readonly documentId: number;
  readonly version: string;
  /** Of the chart it was made from. */
  readonly structureHash: string | null;
  readonly registeredAt: Date;
  /** It holds now. */
  readonly isCurrent: boolean;
}

/** A document and its parts. */
export interface DocumentView
  extends Pick<Outline, "asyncapi" | "description" | "servers" | "channels" | "schemas"> {
  readonly kind: DocumentKind;
  readonly name: string;
  readonly project: string | null;
  readonly title: string;
  readonly shown: VersionView;
  readonly versions: readonly VersionView[];
  /** There are older versions than are listed. */
  readonly moreVersions: boolean;
  readonly messages: readonly MessageView[];
  /** Who takes what is sent. */
  readonly consumers: readonly { readonly type: string; readonly sink: string }[];
  readonly json: string;
  readonly yaml: string;
}

const VERSIONS_MAX = 50;
const CONSUMERS_MAX = 500;

/**
 * A document that is kept, with what was seen of its messages laid over it.
 *
 * @throws {DocumentNotFoundError}
 */
export async function getDocument(
  { prisma, pool }: { readonly prisma: PrismaClient; readonly pool: pg.Pool },
  { kind, name, documentId }: DocumentKey,
): Promise<DocumentView> {
  const sql = fromPg(pool);
  const [redaction, stored, versions] = await Promise.all([
    readRedaction(prisma),
    findDocument(sql, kind, name, documentId),
    listDocumentVersions(sql, kind, name, VERSIONS_MAX + 1),
  ]);
  if (!stored) throw new DocumentNotFoundError(kind, name, documentId);
  const samples = kind === "import" ? [] : await sampleEnvelopes(sql, stored.passages);
  const document = withTraffic(
    stored.document,
    samples,
    (value) => shown(value, redaction.shared).value,
  );
  const { asyncapi, title, description, servers, channels, schemas, messages } =
    outlineOf(document);
  const sent = stored.passages.filter(({ direction }) => direction === "sends");
  const consumers = await prisma.subscription.findMany({
    where: {
      topic: { in: sent.map(({ topic }) => topic) },
      type: { in: sent.map(({ type }) => type) },
    },
    select: { type: true, sink: true },
    orderBy: { sink: "asc" },
    take: CONSUMERS_MAX,
  });
  const toView = (version: DocumentVersion) => viewVersion(version, versions[0]?.id);
  return {
    kind,
    name,
    project: stored.project,
    title: title || name,
    asyncapi,
    description,
    servers,
    channels,
    schemas,
    shown: toView(stored),
    versions: versions.slice(0, VERSIONS_MAX).map(toView),
    moreVersions: versions.length > VERSIONS_MAX,
    messages: await viewMessages(prisma, stored, document, messages),
    consumers,
    json: documentText(document, "json"),
    yaml: documentText(document, "yaml"),
  };
}

/** A version for the page. */
export function viewVersion(version: DocumentVersion, currentId: number | undefined): VersionView {
  const { id, structureHash, registeredAt } = version;
  return {
    documentId: id,
    version: version.version,
    structureHash,
    registeredAt,
    isCurrent: id === currentId,
  };
}
