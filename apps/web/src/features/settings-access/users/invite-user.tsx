"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { messageOf } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { readAgain } from "@/trpc/read-again.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog, DialogHeader } from "@/ui/dialog.tsx";
import { TextField } from "@/ui/field.tsx";
import { Note } from "@/ui/note.tsx";
import { LabelledSelect } from "../components/labelled-select.tsx";
import { OneTimeLink } from "./one-time-link.tsx";

/** Add somebody and show their one-time link. */
export function InviteUser(props: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog open={props.open} onClose={props.onClose} label="Invite somebody">
      <DialogHeader title="Invite somebody" onClose={props.onClose} />
      <Invitation onClose={props.onClose} />
    </Dialog>
  );
}

/** Goes with the dialog: a link that comes after it was closed must not stand in the next one, for somebody else. */
function Invitation({ onClose }: { readonly onClose: () => void }) {
  const [token, setToken] = useState<string>();
  return token === undefined ? (
    <InviteForm onDone={setToken} />
  ) : (
    <OneTimeLink token={token} days={7} onClose={onClose} />
  );
}

function InviteForm({ onDone }: { readonly onDone: (token: string) => void }) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const roles = useQuery(trpc.roles.list.queryOptions());
  const invite = useMutation(
    trpc.users.invite.mutationOptions({
      onSuccess: async ({ token }) => {
        await readAgain(client, trpc.users.list.queryOptions().queryKey);
        onDone(token);
      },
    }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    invite.mutate({ name: text("name"), email: text("email"), role: text("role") });
  };
  return (
    <form className="flex flex-col gap-3 p-5" onSubmit={submit}>
      <TextField label="Name" name="name" required maxLength={100} autoFocus />
      <TextField
        label="E-mail"
        hint="what they sign in with; nothing is sent to it"
        name="email"
        type="email"
        required
        maxLength={200}
      />
      <LabelledSelect label="Role" name="role" defaultValue="viewer">
        {(roles.data ?? [{ name: "viewer", description: "" }]).map(({ name, description }) => (
          <option key={name} value={name}>
            {description ? `${name}: ${description}` : name}
          </option>
        ))}
      </LabelledSelect>
      {invite.error && <Note kind="bad">{messageOf(invite.error)}</Note>}
      <div className="flex justify-end">
        <Button type="submit" kind="solid" disabled={invite.isPending}>
          Make a link
        </Button>
      </div>
    </form>
  );
}
