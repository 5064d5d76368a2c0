"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { messageOf } from "@/trpc/query-view.tsx";
import { type RouterInputs, useTRPC } from "@/trpc/react.tsx";
import { readAgain } from "@/trpc/read-again.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog, DialogHeader } from "@/ui/dialog.tsx";
import { Note } from "@/ui/note.tsx";
import { LabelledSelect } from "../components/labelled-select.tsx";
import { disablingWords } from "./disabling-words.ts";
import { OneTimeLink } from "./one-time-link.tsx";
import type { UserRow } from "./user-row.ts";

type Kind = RouterInputs["users"]["change"]["kind"];

/** Everything that can be done about one person. */
export function ChangeUser(props: {
  readonly user: UserRow | undefined;
  readonly onClose: () => void;
}) {
  const { user, onClose } = props;
  const label = user ? `Change ${user.name}` : "Change";
  return (
    <Dialog open={user !== undefined} onClose={onClose} label={label}>
      <DialogHeader title={label} sub={user?.email} onClose={onClose} />
      {user && <Changes key={user.id} user={user} onClose={onClose} />}
    </Dialog>
  );
}

function Changes({ user, onClose }: { readonly user: UserRow; readonly onClose: () => void }) {
  const [token, setToken] = useState<string>();
  const { setRole, change, reset, error, isPending } = useChanges(onClose, setToken);
  const { id } = user;
  if (token !== undefined) {
    return <OneTimeLink token={token} days={user.state === "invited" ? 7 : 1} onClose={onClose} />;
  }
  const button = (kind: Kind, words: string, look?: "danger") => (
    <Button size="sm" kind={look} disabled={isPending} onClick={() => change({ id, kind })}>
      {words}
    </Button>
  );
  return (
    <div className="flex flex-col overflow-y-auto px-5 py-2">
      <RoleRow user={user} disabled={isPending} onChange={(role) => setRole({ id, role })} />
      <Row
        title="Password"
        says={
          user.hasPassword
            ? "A one-time link to set another one; then every session ends"
            : "A one-time link to set a first one"
        }
      >
        <Button size="sm" disabled={isPending} onClick={() => reset({ id })}>
          Make a link
        </Button>
      </Row>
      {user.hasSecondFactor && (
        <Row
          title="Second factor"
          says="For who lost it: the password alone will do, until they set up another"
        >
          {button("removeSecondFactor", "Remove")}
        </Row>
      )}
      {user.sessions > 0 && (
        <Row title="Sessions" says="Signed in somewhere; they can sign in again">
          {button(
            "endSessions",
            user.sessions === 1 ? "End 1 session" : `End ${user.sessions} sessions`,
          )}
        </Row>
      )}
      <Row
        title="Access"
        says={user.state === "disabled" ? "Cannot sign in" : disablingWords(user)}
      >
        {user.state === "disabled"
          ? button("enable", "Enable")
          : button("disable", `Disable ${user.name}`, "danger")}
      </Row>
      {error && (
        <Note kind="bad" className="mb-2">
          {messageOf(error)}
        </Note>
      )}
    </div>
  );
}

function RoleRow(props: {
  readonly user: UserRow;
  readonly disabled: boolean;
  readonly onChange: (role: string) => void;
}) {
  const trpc = useTRPC();
  const roles = useQuery(trpc.roles.list.queryOptions());
  const [role, setRole] = useState(props.user.role ?? "");
  const names = roles.data?.map(({ name }) => name) ?? [];
  return (
    <Row title="Role" says={roles.data?.find(({ name }) => name === role)?.description ?? ""}>
      <LabelledSelect hideLabel label="Role of this person" value={role} onChange={setRole}>
        {[...new Set([...names, role])].map((name) => (
          <option key={name} value={name}>
            {name || "none"}
          </option>
        ))}
      </LabelledSelect>
      <Button
        size="sm"
        disabled={props.disabled || role === props.user.role}
        onClick={() => props.onChange(role)}
      >
        Give role
      </Button>
    </Row>
  );
}

function Row(props: {
  readonly title: string;
  readonly says: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex items-center gap-3 border-line py-3 not-first:border-t">
      <div className="min-w-0 flex-1">
        <b className="block text-12 font-strong">{props.title}</b>
        <span className="text-12 text-ink-3">{props.says}</span>
      </div>
      <div className="flex flex-none items-end gap-2">{props.children}</div>
    </div>
  );
}

/** The changes; each but a link closes the dialog once it worked. */
function useChanges(onClose: () => void, onLink: (token: string) => void) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      readAgain(client, trpc.users.list.queryOptions().queryKey),
      readAgain(client, trpc.roles.list.queryOptions().queryKey),
    ]);
  const onSuccess = async () => {
    await refresh();
    onClose();
  };
  const setRole = useMutation(trpc.users.setRole.mutationOptions({ onSuccess }));
  const change = useMutation(trpc.users.change.mutationOptions({ onSuccess }));
  const reset = useMutation(
    trpc.users.resetPassword.mutationOptions({
      onSuccess: async ({ token }) => {
        await refresh();
        onLink(token);
      },
    }),
  );
  return {
    setRole: setRole.mutate,
    change: change.mutate,
    reset: reset.mutate,
    error: setRole.error ?? change.error ?? reset.error,
    isPending: setRole.isPending || change.isPending || reset.isPending,
  };
}
