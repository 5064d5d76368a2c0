import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { readAllAgain } from "@/trpc/read-again.ts";
import { Button } from "@/ui/button.tsx";
import { Note } from "@/ui/note.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";

type Letter = RouterOutputs["deadLetters"]["get"];

/** Put a resolved letter out of sight, or bring it back. */
export function ArchiveButton({ letter }: { readonly letter: Letter }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const onSuccess = () => readAllAgain(queryClient, { queryKey: trpc.deadLetters.pathKey() });
  const archive = useMutation(trpc.deadLetters.archive.mutationOptions({ onSuccess }));
  const restore = useMutation(trpc.deadLetters.restore.mutationOptions({ onSuccess }));
  const [kind, setKind] = useState<"archive" | "restore">("archive");
  const act = kind === "archive" ? archive : restore;
  if (letter.resolvedAt === null) return null;
  const open = () => {
    setKind(letter.archivedAt === null ? "archive" : "restore");
    archive.reset();
    restore.reset();
    setIsOpen(true);
  };
  return (
    <>
      <Button onClick={open}>{letter.archivedAt === null ? "Archive…" : "Restore…"}</Button>
      {isOpen && (
        <ReasonDialog
          title={kind === "archive" ? "Archive 1 letter" : "Restore 1 letter"}
          says={
            kind === "archive"
              ? "It is kept, and listed only under Archived. If its work fails again it is open again."
              : "It is listed among the resolved ones again."
          }
          button={kind === "archive" ? "Archive 1 letter" : "Restore 1 letter"}
          isPending={act.isPending}
          error={act.error}
          onConfirm={(reason) => act.mutate({ ids: [letter.id], reason })}
          onClose={() => setIsOpen(false)}
          result={
            act.data &&
            (act.data.length > 0 ? (
              <Note kind="good" title={kind === "archive" ? "Archived." : "Restored."} />
            ) : (
              <Note kind="warn" title="Nothing moved.">
                Somebody was faster, or it is open again.
              </Note>
            ))
          }
        />
      )}
    </>
  );
}
