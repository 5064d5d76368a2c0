import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { paths } from "@/lib/paths.ts";
import { useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { bulkObstacle, buttonWords, type Selection } from "../../bulk-words.ts";
import { ConsentFields } from "./consent-fields.tsx";
import { DialogFoot } from "./dialog-foot.tsx";
import { SelectionFacts, SelectionKinds } from "./selection-facts.tsx";

/** Close letters without a replay: a job, so that it survives whatever happens to this page or a worker. */
export function ResolveForm(props: {
  readonly selection: Selection;
  readonly onClose: () => void;
}) {
  const { selection, onClose } = props;
  const trpc = useTRPC();
  const router = useRouter();
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const start = useMutation(
    trpc.replayJobs.resolve.mutationOptions({
      onSuccess: ({ id }) => router.push(paths.replayJob(id)),
    }),
  );
  const obstacle = bulkObstacle({
    ...{ selection, reason, typed, rehearsal: undefined, numbersFit: true },
    isPending: start.isPending || start.isSuccess,
  });
  const { id: selectionId, hash } = selection;
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        <SelectionFacts selection={selection} />
        <div className="mt-2.5 border-t border-line pt-2.5">
          <SelectionKinds selection={selection} />
        </div>
        <p className="mt-2.5 text-12 text-ink-2">
          Nothing is sent and no instance moves. What was dealt with meanwhile is passed over.
        </p>
        <ConsentFields {...{ selection, reason, typed }} onReason={setReason} onTyped={setTyped} />
      </div>
      <DialogFoot obstacle={obstacle} error={start.error} onClose={onClose}>
        <Button
          kind="danger"
          glyph="check"
          disabled={obstacle !== undefined}
          onClick={() => start.mutate({ selectionId, hash, reason })}
        >
          {buttonWords(selection)}
        </Button>
      </DialogFoot>
    </>
  );
}
