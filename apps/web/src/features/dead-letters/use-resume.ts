import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import type { Report } from "./report-words.ts";

type Letter = Pick<
  RouterOutputs["deadLetters"]["get"],
  "id" | "machineId" | "consumer" | "subject"
>;
type Answer = RouterOutputs["operations"]["resume"];

const ENDED: ReadonlySet<Answer["status"]> = new Set(["done", "refused", "failed"]);

/** Having an instance do again what it failed at, or asking what that would come to. */
export interface Resume {
  readonly answer: Answer | undefined;
  readonly report: Report | undefined;
  /** From which revision that was asked; absent for right before the failure. */
  readonly askedRevision: number | undefined;
  readonly isRunning: boolean;
  readonly error: unknown;
  readonly run: (options: { readonly revision?: number; readonly reason?: string }) => void;
}

/** A dry run of resuming a letter's instance, or the real one. */
export function useResume(letter: Letter, dryRun: boolean): Resume {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { mutate, data, variables, isPending, error } = useMutation(
    trpc.operations.resume.mutationOptions(),
  );
  const { id: letterId, subject } = letter;
  const machineId = letter.machineId ?? letter.consumer;
  const run = useCallback<Resume["run"]>(
    (options) => mutate({ machineId, subject, letterId, dryRun, ...options }),
    [mutate, machineId, subject, letterId, dryRun],
  );
  const commandId = data?.commandId ?? "";
  const isOpen = data !== undefined && !ENDED.has(data.status);
  const followed = useLiveQuery(
    trpc.operations.command.queryOptions({ id: commandId }, { enabled: isOpen }),
    isOpen ? { commands: [commandId] } : {},
  );
  const answer = isOpen ? (followed.data ?? data) : data;
  const endedId = answer && ENDED.has(answer.status) && !dryRun ? commandId : undefined;
  useEffect(() => {
    if (endedId === undefined) return;
    for (const read of [trpc.deadLetters.get, trpc.deadLetters.history]) {
      void queryClient.invalidateQueries({ queryKey: read.queryKey({ id: letterId }) });
    }
  }, [endedId, letterId, trpc, queryClient]);
  const isRunning = isPending || (answer !== undefined && !ENDED.has(answer.status));
  return {
    answer,
    report: answer?.report && asReport(answer.report, letterId),
    askedRevision: variables?.revision,
    isRunning,
    error,
    run,
  };
}

/** The story of an action on an instance, told as that of a replay is. */
function asReport(report: NonNullable<Answer["report"]>, letterId: string): Report {
  const { outcome, ...rest } = report;
  return { ...rest, letterId, outcome: outcome === "failed" ? "dead_lettered" : outcome };
}
