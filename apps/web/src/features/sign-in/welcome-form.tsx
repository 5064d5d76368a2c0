"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { type RouterInputs, useTRPC, useTRPCClient } from "@/trpc/react.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { TextField } from "@/ui/field.tsx";
import { Note } from "@/ui/note.tsx";
import { AccountCard } from "./components/account-card.tsx";
import { signIn } from "./sign-in.ts";

type FirstAdmin = RouterInputs["welcome"]["createAdmin"];

/** The form that makes the first admin from a one-time link, then signs in. */
export function WelcomeForm({ token }: { readonly token: string }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const open = useQuery(trpc.welcome.isOpen.queryOptions());
  const attempt = useMutation({
    mutationFn: async (admin: FirstAdmin) => {
      await client.welcome.createAdmin.mutate(admin);
      await signIn(admin.email, admin.password);
    },
    onSuccess: () => window.location.assign("/"),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    attempt.mutate({ token, name: text("name"), email: text("email"), password: text("password") });
  };
  if (open.data === false) {
    return (
      <AccountCard title="This link has been used" onSubmit={(event) => event.preventDefault()}>
        <p className="text-12 text-ink-2">Somebody can sign in already. A link works once.</p>
        <ButtonLink href="/sign-in" kind="solid">
          Sign in
        </ButtonLink>
      </AccountCard>
    );
  }
  return (
    <AccountCard title="Welcome" lead="Make the first admin of this console." onSubmit={submit}>
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
        Create admin and sign in
      </Button>
    </AccountCard>
  );
}
