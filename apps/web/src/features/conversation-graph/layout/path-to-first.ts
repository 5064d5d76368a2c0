import type { GraphItem } from "./fold-envelopes.ts";

/** The boxes from one back to the first of its chain. */
export function pathToFirst(
  items: readonly GraphItem[],
  id: string | undefined,
): ReadonlySet<string> {
  const byId = new Map(items.map((item) => [item.id, item]));
  const path = new Set<string>();
  for (let at = byId.get(id ?? ""); at && !path.has(at.id); at = byId.get(at.cause ?? "")) {
    path.add(at.id);
  }
  return path;
}
