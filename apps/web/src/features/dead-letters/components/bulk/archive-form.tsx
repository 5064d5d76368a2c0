import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatPlural } from "@/lib/format-number.ts";
import { useTRPC } from "@/trpc/react.tsx";
import { readAllAgain } from "@/trpc/read-again.ts";
import { Button } from "@/ui/button.tsx";
import { Note } from "@/ui/note.tsx";
import { bulkObstacle, buttonWords, type Selection } from "../../bulk-words.ts";
import { ConsentFields } from "./consent-fields.tsx";
import { DialogFoot } from "./dialog-foot.tsx";
import { SelectionFacts, SelectionKinds } from "./selection-facts.tsx";

/** Put resolved letters out of sight, or bring them back. */
export function ArchiveForm(props: {
  readonly selection: Selection;
  readonly onClose: () => void;
}) {
  const { selection, onClose } = props;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const isRestore = selection.purpose === "restore";
  const onSuccess = () => readAllAgain(queryClient, { queryKey: trpc.deadLetters.pathKey() });
  const archive = useMutation(trpc.deadLetters.archive.mutationOptions({ onSuccess }));
  const restore = useMutation(trpc.deadLetters.restore.mutationOptions({ onSuccess }));
  const act = isRestore ? restore : archive;
  const obstacle = bulkObstacle({
    ...{ selection, reason, typed, rehearsal: undefined, numbersFit: true },
    isPending: act.isPending,
  });
  const { id: selectionId, hash, letters } = selection;
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        {act.data && (
          <Note
            kind="good"
            className="mb-3"
            title={`${formatPlural(act.data.length, "letter")} ${isRestore ? "restored" : "archived"}.`}
          >
            {act.data.length < letters && "The others were there already, or are open again."}
          </Note>
        )}
        <SelectionFacts selection={selection} />
        <div className="mt-2.5 border-t border-line pt-2.5">
          <SelectionKinds selection={selection} />
        </div>
        <p className="mt-2.5 text-12 text-ink-2">
          {isRestore
            ? "They are listed among the resolved ones again."
            : "They are kept, and listed only under Archived. One that fails again is open again."}
        </p>
        <ConsentFields {...{ selection, reason, typed }} onReason={setReason} onTyped={setTyped} />
      </div>
      <DialogFoot obstacle={obstacle} error={act.error} onClose={onClose}>
        <Button
          kind="solid"
          disabled={obstacle !== undefined || act.isSuccess}
          onClick={() => act.mutate({ selectionId, hash, reason })}
        >
          {buttonWords(selection)}
        </Button>
      </DialogFoot>
    </>
  );
}
