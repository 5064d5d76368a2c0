import { useQueryClient } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { messageOf } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { readAllAgain } from "@/trpc/read-again.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog, DialogHeader } from "@/ui/dialog.tsx";
import { TextField } from "@/ui/field.tsx";

/** The dialog a channel or a rule is made or changed in; its form is new with each opening. */
export function EditDialog<Edited>(props: {
  readonly what: "channel" | "rule";
  readonly edited: Edited | "new" | undefined;
  readonly onClose: () => void;
  readonly renderForm: (edited: Edited | undefined) => ReactNode;
}) {
  const { what, edited, onClose, renderForm } = props;
  const title = edited === "new" ? `New ${what}` : `Change ${what}`;
  return (
    <Dialog open={edited !== undefined} onClose={onClose} label={title}>
      <DialogHeader title={title} onClose={onClose} />
      {edited !== undefined && renderForm(edited === "new" ? undefined : edited)}
    </Dialog>
  );
}

/** How a change goes. */
interface Change {
  readonly isPending: boolean;
  readonly error: unknown;
}

/** The name, what else there is to say, why a change failed, and the buttons. */
export function EditForm(props: {
  readonly what: "channel" | "rule";
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly save: Change;
  readonly onSave: () => void;
  readonly remove: Change;
  /** Absent where there is nothing to delete yet. */
  readonly onRemove: (() => void) | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { what, name, save, remove, onRemove, onClose } = props;
  const failed = save.error ?? remove.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSave();
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-col">
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-5 py-4">
        <TextField
          label="Name"
          required
          value={name}
          onChange={(event) => props.onName(event.target.value)}
        />
        {props.children}
        {failed != null && (
          <p role="alert" className="text-12 text-red">
            {messageOf(failed)}
          </p>
        )}
      </div>
      <div className="flex justify-end gap-2 border-t border-line px-5 py-3">
        {onRemove && (
          <Button className="mr-auto" disabled={remove.isPending} onClick={onRemove}>
            Delete {what}
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="solid" type="submit" disabled={name.trim() === "" || save.isPending}>
          Save {what}
        </Button>
      </div>
    </form>
  );
}

/** What follows a change: everything about alerts is read again, and the dialog closes. */
export function useAfterChange(onClose: () => void): () => Promise<void> {
  const trpc = useTRPC();
  const client = useQueryClient();
  return async () => {
    await readAllAgain(client, trpc.alerts.pathFilter());
    onClose();
  };
}
