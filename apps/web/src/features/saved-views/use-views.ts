import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RouterInputs, type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { readAllAgain } from "@/trpc/read-again.ts";

/** A page whose filters can be kept under a name. */
export type ViewPage = RouterInputs["views"]["list"]["page"];
/** A filter that was kept under a name. */
export type SavedView = RouterOutputs["views"]["list"]["views"][number];

/** The views of a page, and what can be done with them. */
export function useViews(page: ViewPage) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const views = useQuery(trpc.views.list.queryOptions({ page }));
  const me = useQuery(trpc.session.me.queryOptions());
  const onSuccess = () => readAllAgain(queryClient, trpc.views.list.queryFilter({ page }));
  return {
    views,
    mayShare: me.data?.permissions.includes("operate") ?? false,
    mayRemove: (view: SavedView) =>
      view.own || (me.data?.permissions.includes("administer") ?? false),
    save: useMutation(trpc.views.save.mutationOptions({ onSuccess })),
    share: useMutation(trpc.views.share.mutationOptions({ onSuccess })),
    remove: useMutation(trpc.views.remove.mutationOptions({ onSuccess })),
  };
}
