"use client";

import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { Button } from "@/ui/button.tsx";
import { TextField } from "@/ui/field.tsx";
import { Note } from "@/ui/note.tsx";
import { AccountCard } from "./components/account-card.tsx";
import { signInWithCode } from "./sign-in.ts";

/** The second step of a sign-in. */
export function CodeForm(props: { readonly onDone: () => void; readonly onBack: () => void }) {
  const attempt = useMutation({ mutationFn: signInWithCode, onSuccess: props.onDone });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    attempt.mutate(String(new FormData(event.currentTarget).get("code")).trim());
  };
  return (
    <AccountCard
      title="Your code"
      lead="From your authenticator, or a recovery code."
      onSubmit={submit}
    >
      <TextField label="Code" name="code" autoComplete="one-time-code" required autoFocus />
      {attempt.error && <Note kind="bad">{attempt.error.message}</Note>}
      <Button type="submit" kind="solid" disabled={attempt.isPending || attempt.isSuccess}>
        Sign in
      </Button>
      <Button type="button" kind="ghost" onClick={props.onBack}>
        Back
      </Button>
    </AccountCard>
  );
}
