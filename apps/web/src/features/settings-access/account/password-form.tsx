"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useTRPC } from "@/trpc/react.tsx";
import { readAllAgain } from "@/trpc/read-again.ts";
import { Button } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { TextField } from "@/ui/field.tsx";
import { NewPasswordField } from "@/ui/new-password-field.tsx";
import { Note } from "@/ui/note.tsx";
import { callAuth } from "./auth-call.ts";

/** Change one's password, by the old one; every other session ends. */
export function PasswordForm() {
  const trpc = useTRPC();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (passwords: { readonly currentPassword: string; readonly newPassword: string }) =>
      callAuth("/change-password", { ...passwords, revokeOtherSessions: true }),
    onSuccess: () => readAllAgain(client, { queryKey: trpc.account.sessions.queryKey() }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = (name: string) => String(new FormData(form).get(name) ?? "");
    change.mutate(
      { currentPassword: text("current"), newPassword: text("new") },
      { onSuccess: () => form.reset() },
    );
  };
  return (
    <Card label="Password">
      <CardHeader title="Password" />
      <form className="flex flex-col gap-3 p-3.5" onSubmit={submit}>
        <TextField
          label="Present password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
        />
        <NewPasswordField label="New password" name="new" />
        {change.error && <Note kind="bad">{change.error.message}</Note>}
        {change.isSuccess && (
          <Note kind="good" title="The password is changed.">
            Every other session has ended.
          </Note>
        )}
        <div className="flex justify-end">
          <Button type="submit" disabled={change.isPending}>
            Change the password
          </Button>
        </div>
      </form>
    </Card>
  );
}
