import { type ReactNode, useState } from "react";
import { NotDone } from "@/trpc/not-done.tsx";
import { Button } from "@/ui/button.tsx";
import { Dialog, DialogHeader } from "@/ui/dialog.tsx";
import { ReasonField } from "@/ui/reason-field.tsx";

/** Something that needs a reason and nothing else; what came of it stands in place of the form. Enter never confirms. */
export function ReasonDialog(props: {
  readonly title: string;
  readonly sub?: string;
  readonly says: ReactNode;
  readonly button: string;
  readonly isPending: boolean;
  readonly error: unknown;
  /** Shown once it is done. */
  readonly result: ReactNode | undefined;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}) {
  const { title, sub, says, button, isPending, error, result, onConfirm, onClose } = props;
  const [reason, setReason] = useState("");
  return (
    <Dialog open onClose={onClose} label={title}>
      <DialogHeader title={title} sub={sub} onClose={onClose} />
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
        {result ?? (
          <>
            <p className="mb-3 text-12 text-ink-2">{says}</p>
            {error !== null && error !== undefined && (
              <NotDone className="mb-3" title="It was not done." error={error} />
            )}
            <ReasonField value={reason} autoFocus onChange={setReason} />
          </>
        )}
      </div>
      <footer className="flex flex-none justify-end gap-2 border-t border-line px-5 py-3">
        <Button onClick={onClose}>{result === undefined ? "Cancel" : "Close"}</Button>
        {result === undefined && (
          <Button
            kind="solid"
            disabled={reason.trim() === "" || isPending}
            onClick={() => onConfirm(reason)}
          >
            {button}
          </Button>
        )}
      </footer>
    </Dialog>
  );
}
