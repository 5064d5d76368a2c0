import { type DocumentKind, outlineOf } from "@sagascope/core";
import { fromPg, listCurrentDocuments, type StoredDocument } from "@sagascope/core/postgres";
import type { PrismaClient } from "@sagascope/database";
import type pg from "pg";

/** A document in the list of all. */
export interface DocumentRow {
  readonly kind: DocumentKind;
  readonly name: string;
  readonly title: string;
  readonly project: string | null;
  readonly version: string;
  readonly registeredAt: Date;
  readonly versions: number;
  readonly receives: number;
  readonly sends: number;
  /** Open letters of the machine; of all machines for a system. */
  readonly openLetters: number;
}

const DOCUMENTS_MAX = 500;

/** Every machine, system and imported service with a document; `more` if there are more than are listed. */
export async function listDocuments({
  prisma,
  pool,
}: {
  readonly prisma: PrismaClient;
  readonly pool: pg.Pool;
}): Promise<{ readonly rows: readonly DocumentRow[]; readonly more: boolean }> {
  const [versions, letters, documents] = await Promise.all([
    prisma.asyncapiDocument.groupBy({ by: ["kind", "name"], _count: { _all: true } }),
    prisma.deadLetter.groupBy({
      by: ["project", "consumer"],
      where: { resolvedAt: null },
      _count: { _all: true },
    }),
    listCurrentDocuments(fromPg(pool), { limit: DOCUMENTS_MAX + 1 }),
  ]);
  const lettersOf = ({ kind, name }: StoredDocument) =>
    letters
      .filter(({ project, consumer }) =>
        kind === "machine" ? consumer === name : kind === "system" && project === name,
      )
      .reduce((sum, { _count }) => sum + _count._all, 0);
  const rows = documents.slice(0, DOCUMENTS_MAX).map((stored) => {
    const { kind, name, project, version, registeredAt, document } = stored;
    const { title, messages } = outlineOf(document);
    const sends = messages.filter(({ direction }) => direction === "sends").length;
    return {
      kind,
      name,
      title: title || name,
      project,
      version,
      registeredAt,
      versions: versions.find((each) => each.kind === kind && each.name === name)?._count._all ?? 0,
      receives: messages.length - sends,
      sends,
      openLetters: lettersOf(stored),
    };
  });
  return { rows, more: documents.length > DOCUMENTS_MAX };
}
