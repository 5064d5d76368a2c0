import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTRPC } from "@/trpc/react.tsx";
import { type AnswerGroup, toGroups } from "./palette-answer.ts";

/** What the palette shows for a query. */
export interface PaletteAnswer {
  readonly groups: readonly AnswerGroup[];
  readonly found: number;
  readonly tookMs: number;
}

const FRESH_MS = 2_000; // going back to a query one letter ago asks nobody

/** The search of the palette. The function stays the same for as long as the page lives. */
export function usePaletteSearch(): (text: string, signal: AbortSignal) => Promise<PaletteAnswer> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useCallback(
    async (text) => {
      const startedAt = performance.now();
      const options = trpc.search.all.queryOptions({ text }, { staleTime: FRESH_MS });
      const groups = toGroups(await queryClient.fetchQuery(options));
      return {
        groups,
        found: groups.reduce((sum, group) => sum + group.items.length, 0),
        tookMs: performance.now() - startedAt,
      };
    },
    [trpc, queryClient],
  );
}
