"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useSyncExternalStore } from "react";
import { messageOf } from "@/trpc/query-view.tsx";
import { useTRPC, useTRPCClient } from "@/trpc/react.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { TextField } from "@/ui/field.tsx";
import { NewPasswordField } from "@/ui/new-password-field.tsx";
import { Note } from "@/ui/note.tsx";
import { AccountCard } from "./components/account-card.tsx";
import { signIn } from "./sign-in.ts";

/** Set a password by a one-time link, whose secret stands behind `#`, then sign in. */
export function LinkForm() {
  const token = useSyncExternalStore(
    () => () => {},
    () => window.location.hash.slice(1),
    () => undefined,
  );
  return token === undefined ? <Waiting /> : <Link token={token} />;
}

function Waiting() {
  return (
    <AccountCard title="Your password" onSubmit={(event) => event.preventDefault()}>
      <p className="text-12 text-ink-2">Reading the link…</p>
    </AccountCard>
  );
}

function Link({ token }: { readonly token: string }) {
  const client = useTRPCClient();
  const link = useQuery({
    queryKey: ["link", token],
    queryFn: () => (token === "" ? null : client.welcome.link.mutate({ token })),
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (link.isPending) return <Waiting />;
  if (link.isError)
    return <NotGood title="The link could not be read" why={messageOf(link.error)} />;
  if (link.data === null) {
    return (
      <NotGood
        title="This link is not good"
        why="It was used, was replaced by another, or is too old. Ask who gave it to you for a new one."
      />
    );
  }
  return <PasswordForm token={token} {...link.data} />;
}

function NotGood(props: { readonly title: string; readonly why: string }) {
  return (
    <AccountCard title={props.title} onSubmit={(event) => event.preventDefault()}>
      <p className="text-12 text-ink-2">{props.why}</p>
      <ButtonLink href="/sign-in" kind="solid">
        Sign in
      </ButtonLink>
    </AccountCard>
  );
}

function PasswordForm(props: {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly kind: "invitation" | "reset";
}) {
  const { token, name, email, kind } = props;
  const trpc = useTRPC();
  const use = useMutation(
    trpc.welcome.acceptLink.mutationOptions({
      onSuccess: async (_answer, { password }) => {
        const { needsCode } = await signIn(email, password);
        window.location.assign(needsCode ? "/sign-in" : "/");
      },
    }),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    use.mutate({ token, password: String(new FormData(event.currentTarget).get("password")) });
  };
  const lead =
    kind === "reset" ? "Set another password. Every session of yours ends." : "Set your password.";
  return (
    <AccountCard title={`Welcome, ${name}`} lead={lead} onSubmit={submit}>
      <TextField label="E-mail" name="email" value={email} readOnly autoComplete="username" />
      <NewPasswordField label="Password" name="password" autoFocus />
      {use.error && <Note kind="bad">{messageOf(use.error)}</Note>}
      <Button type="submit" kind="solid" disabled={use.isPending || use.isSuccess}>
        Set the password and sign in
      </Button>
    </AccountCard>
  );
}
