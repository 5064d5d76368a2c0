import { useQueries } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTRPC } from "../react.tsx";
import { joinSteps, type StepsPage } from "./join-steps.ts";

/** The steps that have been read, oldest first, and the way to older ones. */
export interface Steps extends StepsPage {
  readonly isReading: boolean;
  readonly error: unknown;
  readonly readOlder: () => void;
}

/**
 * An instance's steps, page by page from the newest; steps that are over never change, so older pages are read once. As
 * long as `wanted` is older than what has been read, the next page is read by itself: a link is never passed over.
 */
export function useSteps(
  { machineId, subject }: { readonly machineId: string; readonly subject: string },
  newest: StepsPage | undefined,
  wanted: number | undefined,
): Steps {
  const trpc = useTRPC();
  const [befores, setBefores] = useState<readonly number[]>([]);
  const { pages, isReading, error } = useQueries({
    queries: befores.map((before) =>
      trpc.instances.history.queryOptions(
        { machineId, subject, before },
        { staleTime: Number.POSITIVE_INFINITY },
      ),
    ),
    combine: (results) => ({
      pages: results.flatMap(({ data }) => data ?? []),
      isReading: results.some(({ isPending }) => isPending),
      error: results.find((result) => result.error)?.error,
    }),
  });
  const { steps, more, earlier, isTorn } = useMemo(() => joinSteps(newest, pages), [newest, pages]);
  const oldest = steps[0]?.revision;
  const readOlder = useCallback(() => {
    if (oldest === undefined || isReading) return;
    setBefores((read) => (read.includes(oldest) ? read : [...read, oldest]));
  }, [oldest, isReading]);
  const isWanted = wanted !== undefined && oldest !== undefined && wanted < oldest && more;
  const mustRead = (isWanted || isTorn) && !error;
  useEffect(() => {
    if (mustRead) readOlder();
  }, [mustRead, readOlder]);
  return { steps, more, earlier, isReading: isReading || mustRead, error, readOlder };
}
