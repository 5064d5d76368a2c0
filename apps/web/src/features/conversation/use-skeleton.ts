import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { SkeletonPage } from "@/lib/conversation-skeleton.ts";
import { useTRPCClient } from "@/trpc/react.tsx";
import { createSkeletonReader } from "./skeleton-reader.ts";

/** Where the envelopes of a conversation stand. @param recorded - how many there are now; another number reads on */
export function useSkeleton(
  correlationId: string,
  recorded: number | undefined,
): UseQueryResult<readonly SkeletonPage[]> {
  const client = useTRPCClient();
  const reader = useMemo(
    () =>
      createSkeletonReader((after) =>
        client.conversations.skeleton.query({ correlationId, after }),
      ),
    [client, correlationId],
  );
  return useQuery({
    queryKey: ["conversation-skeleton", correlationId, recorded ?? "first"],
    queryFn: () => reader.read(recorded),
    placeholderData: keepPreviousData,
    structuralSharing: false, // tens of thousands of values that never change
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0, // the reader keeps them
  });
}
