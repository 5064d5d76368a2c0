"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "@/trpc/react.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { TextField } from "@/ui/field.tsx";
import { Note } from "@/ui/note.tsx";
import { CodeForm } from "./code-form.tsx";
import { AccountCard } from "./components/account-card.tsx";
import { landingOf, leaveForCompany, signIn } from "./sign-in.ts";

/** The sign-in form; afterwards it opens the page that was asked for. */
export function SignInForm(props: { readonly next: string | null; readonly error: string | null }) {
  const [needsCode, setNeedsCode] = useState(false);
  const land = () => window.location.assign(landingOf(props.next));
  const attempt = useMutation({
    mutationFn: ({ email, password }: { email: string; password: string }) =>
      signIn(email, password),
    onSuccess: (answer) => (answer.needsCode ? setNeedsCode(true) : land()),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    attempt.mutate({ email: String(form.get("email")), password: String(form.get("password")) });
  };
  if (needsCode) return <CodeForm onDone={land} onBack={() => setNeedsCode(false)} />;
  return (
    <AccountCard title="Sign in" onSubmit={submit}>
      {props.error !== null && (
        <Note kind="bad" title="The company's sign-in let you back without a session.">
          Nobody invited you here, or it does not vouch for your address.
        </Note>
      )}
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
      <Button type="submit" kind="solid" disabled={attempt.isPending}>
        Sign in
      </Button>
      <OtherWays next={props.next} />
    </AccountCard>
  );
}

/** The company's own sign-in, and a first account, where there are such. */
function OtherWays({ next }: { readonly next: string | null }) {
  const trpc = useTRPC();
  const ways = useQuery(trpc.welcome.ways.queryOptions());
  const leave = useMutation({ mutationFn: () => leaveForCompany(landingOf(next)) });
  if (!ways.data) return null;
  const { companyName, mayRegister } = ways.data;
  return (
    <>
      {companyName !== undefined && (
        <Button type="button" disabled={leave.isPending} onClick={() => leave.mutate()}>
          Sign in with {companyName}
        </Button>
      )}
      {leave.error && <Note kind="bad">{leave.error.message}</Note>}
      {mayRegister && <ButtonLink href="/register">Make an account</ButtonLink>}
    </>
  );
}
