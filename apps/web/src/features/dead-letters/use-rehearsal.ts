import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTRPC } from "@/trpc/react.tsx";
import { readAllAgain } from "@/trpc/read-again.ts";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import type { Job, Selection } from "./bulk-words.ts";

const JOBS_MAX = 20;

/** The jobs of a selection that matter to whoever is about to start one. */
export interface SelectionJobs {
  /** The last dry run of it, with or without force as asked. */
  readonly rehearsal: Job | undefined;
  /** The real one that is under way, whoever started it. */
  readonly running: Job | undefined;
  readonly error: unknown;
  readonly rehearse: (force: boolean) => void;
}

/** Follows the jobs of a selection, and rehearses it once if nobody has yet: whoever opens it again finds the same dry run. */
export function useRehearsal(
  selection: Selection,
  { force, isWanted }: { readonly force: boolean; readonly isWanted: boolean },
): SelectionJobs {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const input = { selectionId: selection.id, limit: JOBS_MAX };
  const jobs = useLiveQuery(trpc.replayJobs.list.queryOptions(input), { deadLetters: true });
  const { mutate, error } = useMutation(
    trpc.replayJobs.rehearse.mutationOptions({
      onSuccess: () =>
        readAllAgain(queryClient, { queryKey: trpc.replayJobs.list.queryKey(input) }),
    }),
  );
  const { id: selectionId, hash, letters } = selection;
  const rehearse = (forced: boolean) => mutate({ selectionId, hash, force: forced });
  const rehearsal = jobs.data?.find((job) => job.dryRun && job.force === force);
  const isMissing = jobs.data !== undefined && rehearsal === undefined && letters > 0;
  const startedFor = useRef<string>(undefined);
  useEffect(() => {
    const key = `${selectionId} ${force}`;
    if (!isWanted || !isMissing || startedFor.current === key) return;
    startedFor.current = key; // once a page: React may run an effect twice
    mutate({ selectionId, hash, force });
  }, [isWanted, isMissing, selectionId, hash, force, mutate]);
  const running = jobs.data?.find(
    ({ dryRun, state }) => !dryRun && (state === "running" || state === "paused"),
  );
  return { rehearsal, running, error: error ?? jobs.error, rehearse };
}
