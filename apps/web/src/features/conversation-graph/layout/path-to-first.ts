import type { ConversationLayout, PlacedItem } from "./conversation-layout.ts";

/** The boxes from the one that holds an envelope back to the first of its chain. */
export function pathToFirst(
  layout: ConversationLayout,
  envelopeId: string | undefined,
): ReadonlySet<string> {
  const byId = new Map(layout.items.map((one) => [one.item.id, one]));
  const path = new Set<string>();
  let at: PlacedItem | undefined = holderOf(layout, envelopeId);
  while (at) {
    path.add(at.item.id);
    at = byId.get(at.item.cause ?? "");
  }
  return path;
}

/** The box that holds an envelope: its own, or a stack. */
export function holderOf(
  layout: ConversationLayout,
  envelopeId: string | undefined,
): PlacedItem | undefined {
  if (envelopeId === undefined) return undefined;
  return layout.items.find(({ item }) => item.members.some(({ id }) => id === envelopeId));
}

/** The box that an arrow key leads to: the cause to the left, the first effect to the right, the neighbour in the column up and down. */
export function nextBox(
  layout: ConversationLayout,
  from: string,
  key: "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown",
): string | undefined {
  const here = layout.items.find(({ item }) => item.id === from);
  if (!here) return undefined;
  if (key === "ArrowLeft") return here.item.cause;
  if (key === "ArrowRight") return layout.links.find((link) => link.from === from)?.to;
  const column = layout.items
    .filter(({ item }) => item.hop === here.item.hop)
    .sort((a, b) => a.box.y - b.box.y);
  return column[column.indexOf(here) + (key === "ArrowDown" ? 1 : -1)]?.item.id;
}
