import { type ReactNode, useState } from "react";
import { Button } from "@/ui/button.tsx";
import { Dialog, DialogHeader } from "@/ui/dialog.tsx";
import { ReasonField } from "@/ui/reason-field.tsx";

/**
 * Something that is done to a pipe: what it asks for, what it would do, and the reason. It is done only after a dry run of the same
 * choice, and never by the Enter key.
 */
export function ActionDialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  /** Fields of the choice, if there is one. */
  readonly children?: ReactNode;
  /** What the dry run said; undefined: it was not run for this choice. */
  readonly wouldDo: ReactNode | undefined;
  readonly error: string | undefined;
  readonly isBusy: boolean;
  readonly onDryRun: () => void;
  readonly verb: string;
  readonly onDo: (reason: string) => void;
  /** The same for a terminal. */
  readonly command?: string;
}) {
  const { title, onClose, wouldDo, error, isBusy, verb } = props;
  const [reason, setReason] = useState("");
  return (
    <Dialog open onClose={onClose} label={title}>
      <DialogHeader title={title} onClose={onClose} />
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-5 py-4 text-12">
        {props.children}
        <div role="status" className="rounded-2 bg-surface-2 px-3 py-2 leading-[20px]">
          {wouldDo ?? (
            <span className="text-ink-3">
              A dry run says what would happen. Nothing is changed by it.
            </span>
          )}
        </div>
        <ReasonField value={reason} onChange={setReason} error={error} />
        {props.command && <code className="mono text-ink-3">{props.command}</code>}
      </div>
      <div className="flex justify-end gap-2 border-t border-line px-5 py-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="solid" disabled={isBusy} onClick={props.onDryRun}>
          Dry run
        </Button>
        <Button
          kind="danger"
          disabled={isBusy || wouldDo === undefined || reason.trim() === ""}
          onClick={() => props.onDo(reason)}
        >
          {verb}
        </Button>
      </div>
    </Dialog>
  );
}
