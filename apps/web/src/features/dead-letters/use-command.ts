import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import type { CommandAnswer } from "./report-words.ts";

const ENDED = new Set<CommandAnswer["status"]>(["done", "refused", "failed"]);

/** Whether nothing more comes of a command. */
export function hasEnded({ status }: Pick<CommandAnswer, "status">): boolean {
  return ENDED.has(status);
}

/** A command as it is now: what was answered at first, followed live until it has ended. Then its letter is read anew. */
export function useCommand(
  letterId: string,
  answer: CommandAnswer | undefined,
): CommandAnswer | undefined {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const id = answer?.commandId ?? "";
  const isOpen = answer !== undefined && !hasEnded(answer);
  const followed = useLiveQuery(
    trpc.deadLetters.command.queryOptions({ id }, { enabled: isOpen }),
    isOpen ? { commands: [id] } : {},
  );
  const latest = isOpen ? (followed.data ?? answer) : answer;
  const endedId = latest && hasEnded(latest) ? latest.commandId : undefined;
  useEffect(() => {
    if (endedId === undefined) return;
    for (const read of [trpc.deadLetters.get, trpc.deadLetters.history]) {
      void queryClient.invalidateQueries({ queryKey: read.queryKey({ id: letterId }) });
    }
  }, [endedId, letterId, trpc, queryClient]);
  return latest;
}
