import type { PrismaClient } from "@sagascope/database";
import type { Actor } from "../access/actor.ts";
import type { PlaceKey } from "../reads/places/list-places.ts";

const KEPT_MAX = 50; // of what is not pinned

/** Remember that a person was somewhere. An API token is no person, and remembers nothing. */
export async function visitPlace(
  prisma: PrismaClient,
  actor: Pick<Actor, "id">,
  { kind, place }: PlaceKey,
): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO sagascope.remembered_place (user_id, kind, place)
    SELECT id, ${kind}, ${place} FROM sagascope."user" WHERE id = ${actor.id}
    ON CONFLICT (user_id, kind, place) DO UPDATE SET visited_at = clock_timestamp()`;
  await prisma.$executeRaw`
    DELETE FROM sagascope.remembered_place
    WHERE user_id = ${actor.id} AND NOT pinned AND (kind, place) IN (
      SELECT kind, place FROM sagascope.remembered_place
      WHERE user_id = ${actor.id} AND NOT pinned ORDER BY visited_at DESC OFFSET ${KEPT_MAX})`;
}

/** Keep a place at hand, or no longer. */
export async function pinPlace(
  prisma: PrismaClient,
  actor: Pick<Actor, "id">,
  { kind, place, pinned }: PlaceKey & { readonly pinned: boolean },
): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO sagascope.remembered_place (user_id, kind, place, pinned)
    SELECT id, ${kind}, ${place}, ${pinned} FROM sagascope."user" WHERE id = ${actor.id}
    ON CONFLICT (user_id, kind, place) DO UPDATE SET pinned = ${pinned}, visited_at = clock_timestamp()`;
}
