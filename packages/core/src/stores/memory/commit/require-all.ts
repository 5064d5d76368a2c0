import { CommitConflictError } from "../../../engine/errors.ts";

/**
 * Do something to every item, each of which must find its row.
 *
 * @throws {CommitConflictError} if one does not
 */
export function requireAll<Item>(
  what: string,
  items: readonly Item[],
  act: (item: Item) => boolean,
): void {
  const found = items.filter((item) => act(item)).length;
  if (found !== items.length) throw new CommitConflictError(what, items.length, found);
}
