import type { ConversationLayout } from "./conversation-layout.ts";
import type { GraphItem } from "./fold-envelopes.ts";

/** The keys that lead from one box to another. */
export type MoveKey = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

/** The box that an arrow key leads to: the cause to the left, the first effect to the right, the neighbour in the column up and down. */
export function nextBox(
  layout: ConversationLayout,
  from: string,
  key: MoveKey,
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

/** The row that an arrow key leads to where rows stand under each other: the next or the one before, its cause, its first effect. */
export function nextRow(
  rows: readonly { readonly item: GraphItem }[],
  from: string,
  key: MoveKey,
): string | undefined {
  const at = rows.findIndex(({ item }) => item.id === from);
  if (at === -1) return undefined;
  if (key === "ArrowLeft") return rows[at]?.item.cause;
  if (key === "ArrowRight") return rows.find(({ item }) => item.cause === from)?.item.id;
  return rows[at + (key === "ArrowDown" ? 1 : -1)]?.item.id;
}
