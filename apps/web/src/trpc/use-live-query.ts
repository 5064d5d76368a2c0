import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { LiveFilter } from "@/server/live/live-filter.ts";
import { useLive, useLiveState } from "./live-provider.tsx";
import { readAgain } from "./read-again.ts";
import { createThrottle } from "./throttle.ts";

const REFETCH_MS = 250; // a page that changes faster than this cannot be read
const POLL_MS = 15_000; // hints can be lost; while the stream is there, it says itself when to read again
const POLL_WITHOUT_HINTS_MS = 3_000;

/**
 * `useQuery` that reads again when something of the filter may have changed, at most once in `intervalMs` (250 unless
 * told); without a stream it polls. Paused, it keeps what it shows.
 */
export function useLiveQuery<Data, Failure, Shown, Key extends QueryKey>(
  options: UseQueryOptions<Data, Failure, Shown, Key>,
  filter: LiveFilter,
  { intervalMs = REFETCH_MS }: { readonly intervalMs?: number } = {},
): UseQueryResult<Shown, Failure> {
  const queryClient = useQueryClient();
  const { state } = useLiveState();
  const [throttle] = useState(() => createThrottle(intervalMs));
  useEffect(() => throttle.cancel, [throttle]);
  useLive(filter, () => throttle.call(() => void readAgain(queryClient, options.queryKey)));
  return useQuery({
    ...options,
    refetchInterval: pollMs(state),
    refetchOnWindowFocus: state === "paused" ? false : "always",
  });
}

function pollMs(state: string): number | false {
  if (state === "paused" || state === "live") return false;
  return state === "stale" ? POLL_WITHOUT_HINTS_MS : POLL_MS;
}
