"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { cutWords } from "@/lib/cut-words.ts";
import { messageOf } from "@/trpc/query-view.tsx";
import { type RouterInputs, useTRPC } from "@/trpc/react.tsx";
import { readAgain } from "@/trpc/read-again.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog, DialogHeader } from "@/ui/dialog.tsx";
import { Checkbox, TextField } from "@/ui/field.tsx";
import { Note } from "@/ui/note.tsx";
import { ALL_PERMISSIONS, PERMISSION_WORDS } from "./permission-words.ts";
import type { RoleRow } from "./role-row.ts";

type Permissions = NonNullable<RouterInputs["roles"]["save"]["permissions"]>;

/** Make a role, or change one of an admin's own. */
export function RoleDialog(props: {
  readonly open: boolean;
  readonly role: RoleRow | undefined;
  readonly onClose: () => void;
}) {
  const { open, role, onClose } = props;
  const label = role ? `Change the role ${role.name}` : "New role";
  return (
    <Dialog open={open} onClose={onClose} label={label} className="m-auto w-[620px]">
      <DialogHeader title={label} onClose={onClose} />
      <RoleForm role={role} onClose={onClose} />
    </Dialog>
  );
}

function RoleForm(props: { readonly role: RoleRow | undefined; readonly onClose: () => void }) {
  const { role, onClose } = props;
  const trpc = useTRPC();
  const known = useQuery(trpc.instances.machines.queryOptions()).data;
  const { save, remove, error, isPending } = useRoleChanges(onClose);
  const [isLimited, setLimited] = useState((role?.machines.length ?? 0) > 0);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    save({
      name: role?.name ?? String(form.get("name")),
      description: String(form.get("description")),
      permissions: form.getAll("permission").map(String) as Permissions,
      machines: isLimited ? form.getAll("machine").map(String) : [],
    });
  };
  const names = new Set([
    ...(known?.machines.map(({ machineId }) => machineId) ?? []),
    ...(role?.machines ?? []),
  ]);
  return (
    <form className="flex min-h-0 flex-col gap-4 overflow-y-auto p-5" onSubmit={submit}>
      {!role && (
        <TextField
          label="Name"
          hint="small letters, digits and hyphens"
          name="name"
          required
          pattern="[a-z][a-z0-9\-]{0,39}"
          autoFocus
        />
      )}
      <TextField
        label="What it is for"
        name="description"
        maxLength={200}
        defaultValue={role?.description}
      />
      <Boxes
        legend="May"
        name="permission"
        boxes={ALL_PERMISSIONS.map((each) => ({ value: each, words: PERMISSION_WORDS[each] }))}
        checked={role?.permissions ?? ["view"]}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-12 font-strong">Machines</legend>
        <Checkbox
          label="Only some machines: nothing else is shown, and what cannot be told apart is refused"
          checked={isLimited}
          onChange={(event) => setLimited(event.target.checked)}
        />
        {isLimited && names.size > 0 && (
          <Boxes
            legend="Which machines"
            name="machine"
            boxes={[...names].sort().map((name) => ({ value: name, words: name }))}
            checked={role?.machines ?? []}
          />
        )}
        {isLimited && known !== undefined && known.count > known.machines.length && (
          <p className="text-12 text-ink-3">
            Only{" "}
            {cutWords({
              which: "first",
              shown: known.machines.length,
              of: known.count,
              what: "machines",
            })}{" "}
            are listed, and those that the role has.
          </p>
        )}
        {isLimited && names.size === 0 && (
          <p className="text-12 text-ink-3">No machine is registered yet.</p>
        )}
      </fieldset>
      {error && <Note kind="bad">{messageOf(error)}</Note>}
      <div className="flex justify-end gap-2">
        {role && (
          <Button
            type="button"
            kind="danger"
            className="mr-auto"
            disabled={isPending}
            onClick={() => remove({ name: role.name })}
          >
            Remove the role
          </Button>
        )}
        <Button type="submit" kind="solid" disabled={isPending}>
          Save the role
        </Button>
      </div>
    </form>
  );
}

function Boxes(props: {
  readonly legend: string;
  readonly name: string;
  readonly boxes: readonly { readonly value: string; readonly words: string }[];
  readonly checked: readonly string[];
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-12 font-strong">{props.legend}</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-2">
        {props.boxes.map(({ value, words }) => (
          <Checkbox
            key={value}
            label={words}
            name={props.name}
            value={value}
            defaultChecked={props.checked.includes(value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function useRoleChanges(onClose: () => void) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const onSuccess = async () => {
    await readAgain(client, trpc.roles.list.queryOptions().queryKey);
    onClose();
  };
  const save = useMutation(trpc.roles.save.mutationOptions({ onSuccess }));
  const remove = useMutation(trpc.roles.remove.mutationOptions({ onSuccess }));
  return {
    save: save.mutate,
    remove: remove.mutate,
    error: save.error ?? remove.error,
    isPending: save.isPending || remove.isPending,
  };
}
