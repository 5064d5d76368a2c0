"use client";

import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { TextField } from "@/ui/field.tsx";
import { Note } from "@/ui/note.tsx";
import { AccountCard } from "./components/account-card.tsx";
import { register } from "./sign-in.ts";

/** Make an account for oneself; only where the console was told to allow it. */
export function RegisterForm() {
  const attempt = useMutation({
    mutationFn: register,
    onSuccess: () => window.location.assign("/"),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    attempt.mutate({ name: text("name"), email: text("email"), password: text("password") });
  };
  return (
    <AccountCard title="Make an account" onSubmit={submit}>
      <TextField label="Name" name="name" autoComplete="name" required maxLength={100} autoFocus />
      <TextField label="E-mail" name="email" type="email" autoComplete="username" required />
      <TextField
        label="Password"
        hint="at least 12 characters"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={12}
        maxLength={128}
      />
      {attempt.error && <Note kind="bad">{attempt.error.message}</Note>}
      <Button type="submit" kind="solid" disabled={attempt.isPending || attempt.isSuccess}>
        Make the account
      </Button>
      <ButtonLink href="/sign-in">I have one</ButtonLink>
    </AccountCard>
  );
}
