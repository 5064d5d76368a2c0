import type { QueryClient, QueryFilters, QueryKey } from "@tanstack/react-query";

/**
 * Read a query again because something of it changed. A first read that is under way is waited for: it may have looked
 * before the change, and TanStack does not start a read without data anew when it is invalidated.
 */
export async function readAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  await readAllAgain(queryClient, { queryKey, exact: true });
}

/** The same of every query of a filter: of all that are asked under a path, say. */
export async function readAllAgain(queryClient: QueryClient, filter: QueryFilters): Promise<void> {
  const first = queryClient
    .getQueryCache()
    .findAll(filter)
    .filter(({ state }) => state.data === undefined);
  await Promise.all(first.map(({ promise }) => promise?.catch(() => {})));
  await queryClient.invalidateQueries(filter);
}
