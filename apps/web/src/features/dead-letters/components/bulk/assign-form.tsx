import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatPlural } from "@/lib/format-number.ts";
import { useTRPC } from "@/trpc/react.tsx";
import { readAllAgain } from "@/trpc/read-again.ts";
import { Button } from "@/ui/button.tsx";
import { TextField } from "@/ui/field.tsx";
import { Note } from "@/ui/note.tsx";
import { bulkObstacle, buttonWords, type Selection } from "../../bulk-words.ts";
import { ConsentFields } from "./consent-fields.tsx";
import { DialogFoot } from "./dialog-foot.tsx";
import { SelectionFacts, SelectionKinds } from "./selection-facts.tsx";

const NAME_MAX = 200;

/** Say who looks after every cause that the letters have; later letters of these causes are theirs as well. */
export function AssignForm(props: { readonly selection: Selection; readonly onClose: () => void }) {
  const { selection, onClose } = props;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [assignee, setAssignee] = useState("");
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const assign = useMutation(
    trpc.deadLetters.assignSelection.mutationOptions({
      onSuccess: () =>
        Promise.all(
          [trpc.deadLetters.care, trpc.deadLetters.causes].map((read) =>
            readAllAgain(queryClient, { queryKey: read.queryKey() }),
          ),
        ),
    }),
  );
  const obstacle = bulkObstacle({
    ...{ selection, reason, typed, rehearsal: undefined, numbersFit: true },
    isPending: assign.isPending,
  });
  const { id: selectionId, hash } = selection;
  const isSaid = assign.isSuccess && (assignee.trim() || undefined) === assign.variables.assignee;
  const given = assign.variables?.assignee; // what was sent, whatever was typed since
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        {assign.data && (
          <Note
            kind="good"
            className="mb-3"
            title={`${formatPlural(assign.data.length, "cause")}:`}
          >
            {given === undefined ? "nobody looks after them now" : `${given} looks after them now`}.
          </Note>
        )}
        <SelectionFacts selection={selection} />
        <div className="mt-2.5 border-t border-line pt-2.5">
          <SelectionKinds selection={selection} />
        </div>
        <TextField
          label="Who looks after these causes"
          hint="empty for nobody"
          className="mt-3.5"
          value={assignee}
          maxLength={NAME_MAX}
          onChange={(event) => setAssignee(event.target.value)}
        />
        <ConsentFields {...{ selection, reason, typed }} onReason={setReason} onTyped={setTyped} />
      </div>
      <DialogFoot obstacle={obstacle} error={assign.error} onClose={onClose}>
        <Button
          kind="solid"
          glyph="user"
          disabled={obstacle !== undefined || isSaid}
          onClick={() =>
            assign.mutate({ selectionId, hash, assignee: assignee.trim() || undefined, reason })
          }
        >
          {buttonWords(selection)}
        </Button>
      </DialogFoot>
    </>
  );
}
