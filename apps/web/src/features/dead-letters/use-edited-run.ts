import { useMutation } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useTRPC } from "@/trpc/react.tsx";
import type { Edit, EditStep } from "./edit-patch.ts";
import type { CommandAnswer } from "./report-words.ts";
import { useCommand } from "./use-command.ts";

/** Asking what an edited letter would do, and doing it. */
export interface EditedRun {
  readonly answer: CommandAnswer | undefined;
  /** The edit that the answer is about. */
  readonly editText: string;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly run: (edit: readonly EditStep[], reason?: string) => void;
}

/** A dry run, or the real one, of a letter with other data. */
export function useEditedRun(letterId: string, dryRun: boolean): EditedRun {
  const trpc = useTRPC();
  const { mutate, data, isPending, error } = useMutation(
    trpc.deadLetters.editAndReplay.mutationOptions(),
  );
  const [editText, setEditText] = useState("");
  const run = useCallback(
    (edit: readonly EditStep[], reason?: string) => {
      setEditText(JSON.stringify(edit));
      mutate({ id: letterId, edit: edit as Edit, dryRun, reason });
    },
    [mutate, letterId, dryRun],
  );
  return { answer: useCommand(letterId, data), editText, isPending, error, run };
}
