import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { paths } from "@/lib/paths.ts";
import { messageOf } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { readAllAgain } from "@/trpc/read-again.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog, DialogHeader } from "@/ui/dialog.tsx";
import { TextArea, TextField } from "@/ui/field.tsx";

/** Takes the AsyncAPI file of somebody else's service, chosen or pasted. */
export function ImportDialog(props: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={props.open} onClose={props.onClose} label="Import a document">
      <ImportForm onClose={props.onClose} />
    </Dialog>
  );
}

function ImportForm({ onClose }: { readonly onClose: () => void }) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const [name, setName] = useState("");
  const [text, setText] = useState("");
  const keep = useMutation(
    trpc.asyncapi.import.mutationOptions({
      onSuccess: async (answer) => {
        await readAllAgain(client, trpc.asyncapi.pathFilter());
        router.push(paths.asyncapiDocument("import", answer.name));
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keep.mutate({ text, name });
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-col">
      <DialogHeader
        title="Import a document"
        sub="AsyncAPI 3 of a service outside. Nothing it refers to is fetched."
        onClose={onClose}
      />
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-4 py-3">
        <TextField
          label="File"
          hint="JSON or YAML"
          type="file"
          accept=".json,.yaml,.yml"
          onChange={async (event) => setText((await event.target.files?.[0]?.text()) ?? "")}
        />
        <TextArea
          label="Document"
          hint="or paste it here"
          rows={8}
          value={text}
          onChange={(event) => setText(event.target.value)}
          spellCheck={false}
          error={keep.isError ? messageOf(keep.error) : undefined}
        />
        <TextField
          label="Name of the service"
          hint="the document's title, unless you say another"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <div className="flex justify-end gap-2 border-t border-line px-4 py-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="solid" type="submit" disabled={text.trim() === "" || keep.isPending}>
          {keep.isPending ? "Reading…" : "Import"}
        </Button>
      </div>
    </form>
  );
}
