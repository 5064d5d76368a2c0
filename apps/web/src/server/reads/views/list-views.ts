import type { PrismaClient } from "@sagascope/database";
import { z } from "zod";
import type { Actor } from "../../access/actor.ts";

/** The pages whose filters can be kept under a name. */
export const viewPageSchema = z.enum(["instances", "dead-letters"]);

/** See `viewPageSchema`. */
export type ViewPage = z.infer<typeof viewPageSchema>;

/** A filter that was kept under a name. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  /** As the page's URL has it, without the question mark. */
  readonly query: string;
  /** For everyone, not only for who made it. */
  readonly shared: boolean;
  /** Made by who asks. */
  readonly own: boolean;
  readonly ownerName: string;
}

const VIEWS_MAX = 200;

/** A person's own views of a page and the shared ones, by name. */
export async function listViews(
  prisma: PrismaClient,
  actor: Pick<Actor, "id">,
  page: ViewPage,
): Promise<SavedView[]> {
  const views = await prisma.savedView.findMany({
    where: { page, OR: [{ shared: true }, { ownerId: actor.id }] },
    orderBy: [{ shared: "asc" }, { name: "asc" }],
    take: VIEWS_MAX,
  });
  return views.map(({ id, name, query, shared, ownerId, ownerName }) => ({
    ...{ id, name, query, shared, ownerName },
    own: ownerId === actor.id,
  }));
}
