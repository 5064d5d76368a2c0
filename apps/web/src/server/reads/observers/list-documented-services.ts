import { type DocumentedService, type Passage, servicesOf } from "@sagascope/core";
import type { PrismaClient } from "@sagascope/database";

const IMPORTS_MAX = 500;

/** What services outside publish on which topics, as their imported documents say. */
export async function listDocumentedServices(
  prisma: PrismaClient,
): Promise<readonly DocumentedService[]> {
  const imports = await prisma.asyncapiDocument.findMany({
    where: { kind: "import" },
    select: { name: true, passages: true },
    distinct: ["name"],
    orderBy: [{ name: "asc" }, { currentAt: "desc" }],
    take: IMPORTS_MAX,
  });
  return servicesOf(
    imports.map(({ name, passages }) => ({ name, passages: passages as unknown as Passage[] })),
  );
}
