import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTRPC } from "@/trpc/react.tsx";
import type { CommandAnswer } from "./report-words.ts";
import { useCommand } from "./use-command.ts";

/** The dry run that stands beside a letter. */
export interface DryRun {
  readonly answer: CommandAnswer | undefined;
  /** Whether the answer's run, or the one that is under way, was forced. */
  readonly force: boolean;
  readonly isRunning: boolean;
  readonly error: unknown;
  readonly run: (force: boolean) => void;
}

/** Asks for a dry run when the page opens, if `isWanted`, and whenever told to. */
export function useDryRun(letterId: string, isWanted: boolean): DryRun {
  const trpc = useTRPC();
  const { mutate, data, isPending, error } = useMutation(trpc.deadLetters.dryRun.mutationOptions());
  const [force, setForce] = useState(false);
  const run = useCallback(
    (forced: boolean) => {
      setForce(forced);
      mutate({ id: letterId, force: forced });
    },
    [mutate, letterId],
  );
  const startedFor = useRef<string>(undefined);
  useEffect(() => {
    if (!isWanted || startedFor.current === letterId) return;
    startedFor.current = letterId; // once a page: React may run an effect twice
    run(false);
  }, [isWanted, letterId, run]);
  return { answer: useCommand(letterId, data), force, isRunning: isPending, error, run };
}
