import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Read a query again because something of it changed. A first read that is under way is waited for: it may have looked
 * before the change, and TanStack does not start a read without data anew when it is invalidated.
 */
export async function readAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const filter = { queryKey, exact: true };
  const query = queryClient.getQueryCache().find(filter);
  if (query?.state.data === undefined) await query?.promise?.catch(() => {});
  await queryClient.invalidateQueries(filter);
}
