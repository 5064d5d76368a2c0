import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/react.tsx";

/** Whether the person may change rules and channels; unknown while it is read. */
export function useMayAdminister(): boolean | undefined {
  const trpc = useTRPC();
  const me = useQuery(
    trpc.session.me.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  return me.data?.permissions.some((permission) => permission === "administer");
}
