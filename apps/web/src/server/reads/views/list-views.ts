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

/** What a person finds kept, and how much there is in all. */
export interface SavedViews {
  readonly views: readonly SavedView[];
  readonly count: number;
}

/** A person's own views of a page and the shared ones, by name; the first of them where there are very many. */
export async function listViews(
  prisma: PrismaClient,
  actor: Pick<Actor, "id">,
  page: ViewPage,
): Promise<SavedViews> {
  const where = { page, OR: [{ shared: true }, { ownerId: actor.id }] };
  const found = await prisma.savedView.findMany({
    where,
    orderBy: [{ shared: "asc" }, { name: "asc" }],
    take: VIEWS_MAX + 1,
  });
  const views = found
    .slice(0, VIEWS_MAX)
    .map(({ id, name, query, shared, ownerId, ownerName }) => ({
      ...{ id, name, query, shared, ownerName },
      own: ownerId === actor.id,
    }));
  const count = found.length > VIEWS_MAX ? await prisma.savedView.count({ where }) : found.length;
  return { views, count };
}
