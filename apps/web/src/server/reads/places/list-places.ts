import type { PrismaClient } from "@sagascope/database";
import { z } from "zod";
import { paths } from "@/lib/paths.ts";
import type { Actor } from "../../access/actor.ts";
import { letterTitle } from "../dead-letters/letter-errors.ts";
import { readRedaction } from "../redacted.ts";

/** A place that can be remembered: `<machine>/<subject>`, a correlation id, a letter's id. */
export const placeSchema = z.object({
  kind: z.enum(["instance", "conversation", "letter"]),
  place: z.string().min(1).max(1_300),
});

/** See `placeSchema`. */
export type PlaceKey = z.infer<typeof placeSchema>;

/** A place that a person keeps at hand, or was at. */
export interface RememberedPlace extends PlaceKey {
  readonly pinned: boolean;
  readonly title: string;
  readonly subtitle: string;
  readonly href: string;
  /** Of an instance, as it stands now. */
  readonly phase?: string;
}

const PINNED_MAX = 20;
const RECENT_MAX = 8;

/** What a person pinned, then where they were last; what is no longer there is left out. */
export async function listPlaces(
  prisma: PrismaClient,
  actor: Pick<Actor, "id">,
): Promise<RememberedPlace[]> {
  const own = { userId: actor.id };
  const orderBy = { visitedAt: "desc" } as const;
  const [pinned, recent] = await Promise.all([
    prisma.rememberedPlace.findMany({ where: { ...own, pinned: true }, orderBy, take: PINNED_MAX }),
    prisma.rememberedPlace.findMany({
      where: { ...own, pinned: false },
      orderBy,
      take: RECENT_MAX,
    }),
  ]);
  const places = [...pinned, ...recent];
  const [instances, letters] = await Promise.all([
    findInstances(prisma, places),
    findLetters(prisma, places),
  ]);
  return places.flatMap(({ kind, place, pinned: isPinned }): RememberedPlace[] => {
    if (kind === "conversation") {
      const href = paths.conversation(place);
      return [{ kind, place, pinned: isPinned, title: place, subtitle: "conversation", href }];
    }
    const found = kind === "instance" ? instances.get(place) : letters.get(place);
    return found ? [{ ...found, place, pinned: isPinned }] : [];
  });
}

/** `<machine>/<subject>` in its two parts; a machine's name has no slash. */
export function splitInstance(place: string): readonly [machineId: string, subject: string] {
  const at = place.indexOf("/");
  return [place.slice(0, at), place.slice(at + 1)];
}

type Found = Omit<RememberedPlace, "place" | "pinned">;
type Row = { readonly kind: string; readonly place: string };

async function findInstances(
  prisma: PrismaClient,
  places: readonly Row[],
): Promise<ReadonlyMap<string, Found>> {
  const keys = places
    .filter(({ kind }) => kind === "instance")
    .map(({ place }) => splitInstance(place));
  if (keys.length === 0) return new Map();
  const rows = await prisma.instance.findMany({
    where: { OR: keys.map(([machineId, subject]) => ({ machineId, subject })) },
    select: { machineId: true, subject: true, phase: true, states: true },
  });
  return new Map(
    rows.map(({ machineId, subject, phase, states }) => [
      `${machineId}/${subject}`,
      {
        kind: "instance",
        title: subject,
        subtitle: `${machineId}, ${states.join(", ")}`,
        href: paths.instance(machineId, subject),
        phase,
      },
    ]),
  );
}

async function findLetters(
  prisma: PrismaClient,
  places: readonly Row[],
): Promise<ReadonlyMap<string, Found>> {
  const ids = places.filter(({ kind }) => kind === "letter").map(({ place }) => place);
  if (ids.length === 0) return new Map();
  const [redaction, rows] = await Promise.all([
    readRedaction(prisma),
    prisma.deadLetter.findMany({
      where: { id: { in: ids } },
      select: {
        ...{ id: true, machineId: true, causeTitle: true, errors: true },
        ...{ subject: true, eventType: true },
      },
    }),
  ]);
  return new Map(
    rows.map(({ id, subject, eventType, ...letter }) => [
      id,
      {
        kind: "letter",
        title: letterTitle(letter, redaction),
        subtitle: `${subject}, ${eventType}`,
        href: paths.deadLetter(id),
      },
    ]),
  );
}
