"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { messageOf } from "@/trpc/query-view.tsx";
import { type RouterInputs, useTRPC } from "@/trpc/react.tsx";
import { readAgain } from "@/trpc/read-again.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog, DialogHeader } from "@/ui/dialog.tsx";
import { Checkbox, TextField } from "@/ui/field.tsx";
import { Note } from "@/ui/note.tsx";
import { LabelledSelect } from "../components/labelled-select.tsx";
import { SecretOnce } from "../components/secret-once.tsx";

type Scopes = RouterInputs["tokens"]["create"]["scopes"];

const SCOPE_WORDS = {
  ingest: "ingest: send events, nothing else",
  read: "read: what a viewer sees",
  operate: "operate: what a responder may do",
  administer: "administer: everything",
  metrics: "metrics: read metrics, nothing else",
} as const satisfies Record<Scopes[number], string>;

const DAYS = [7, 30, 90, 365];

/** Make a token and show it, once. */
export function NewToken(props: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={props.open} onClose={props.onClose} label="New token">
      <DialogHeader title="New token" onClose={props.onClose} />
      <MakeToken onClose={props.onClose} />
    </Dialog>
  );
}

/** Goes with the dialog: a token that comes after it was closed must not stand in the next one as if it were that one's. */
function MakeToken({ onClose }: { readonly onClose: () => void }) {
  const [token, setToken] = useState<string>();
  if (token === undefined) return <TokenForm onDone={setToken} />;
  return (
    <div className="flex flex-col gap-3 p-5">
      <Note kind="info" title="Keep it now.">
        Only its hash is stored, so it is not shown again.
      </Note>
      <SecretOnce label="Token" secret={token} />
      <div className="flex justify-end">
        <Button kind="solid" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}

function TokenForm({ onDone }: { readonly onDone: (token: string) => void }) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const create = useMutation(
    trpc.tokens.create.mutationOptions({
      onSuccess: async ({ token }) => {
        await readAgain(client, trpc.tokens.list.queryOptions().queryKey);
        onDone(token);
      },
    }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const days = Number(form.get("days"));
    create.mutate({
      name: String(form.get("name")),
      scopes: form.getAll("scope").map(String) as Scopes,
      ...(days > 0 ? { days } : {}),
    });
  };
  return (
    <form className="flex flex-col gap-4 p-5" onSubmit={submit}>
      <TextField
        label="Name"
        hint="who or what will use it"
        name="name"
        required
        maxLength={100}
        autoFocus
      />
      <fieldset>
        <legend className="mb-1 text-12 font-strong">May</legend>
        <div className="flex flex-col gap-2">
          {Object.entries(SCOPE_WORDS).map(([scope, words]) => (
            <Checkbox key={scope} label={words} name="scope" value={scope} />
          ))}
        </div>
      </fieldset>
      <LabelledSelect label="Expires" name="days" defaultValue="90">
        {DAYS.map((days) => (
          <option key={days} value={days}>
            after {days} days
          </option>
        ))}
        <option value="0">never</option>
      </LabelledSelect>
      {create.error && <Note kind="bad">{messageOf(create.error)}</Note>}
      <div className="flex justify-end">
        <Button type="submit" kind="solid" disabled={create.isPending}>
          Make the token
        </Button>
      </div>
    </form>
  );
}
