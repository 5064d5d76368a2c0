"use client";

import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { Button } from "@/ui/button.tsx";
import { TextField } from "@/ui/field.tsx";
import { Note } from "@/ui/note.tsx";
import { AccountCard } from "./components/account-card.tsx";
import { landingOf, signIn } from "./sign-in.ts";

/** The sign-in form; afterwards it opens the page that was asked for. */
export function SignInForm({ next }: { readonly next: string | null }) {
  const attempt = useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) =>
      signIn(email, password),
    onSuccess: () => window.location.assign(landingOf(next)),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    attempt.mutate({ email: String(form.get("email")), password: String(form.get("password")) });
  };
  return (
    <AccountCard title="Sign in" onSubmit={submit}>
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      {attempt.error && <Note kind="bad">{attempt.error.message}</Note>}
      <Button type="submit" kind="solid" disabled={attempt.isPending || attempt.isSuccess}>
        Sign in
      </Button>
    </AccountCard>
  );
}
