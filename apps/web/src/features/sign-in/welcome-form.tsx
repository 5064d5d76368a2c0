"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC, useTRPCClient } from "@/trpc/react.tsx";
import { ButtonLink } from "@/ui/button.tsx";
import { AccountCard } from "./components/account-card.tsx";
import { type NewAccount, NewAccountForm } from "./components/new-account-form.tsx";
import { signIn } from "./sign-in.ts";

/** The form that makes the first admin from a one-time link, then signs in. */
export function WelcomeForm({ token }: { readonly token: string }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const open = useQuery(trpc.welcome.isOpen.queryOptions());
  const make = async (account: NewAccount) => {
    await client.welcome.createAdmin.mutate({ token, ...account });
    await signIn(account.email, account.password);
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
    <NewAccountForm
      title="Welcome"
      lead="Make the first admin of this console."
      verb="Create admin and sign in"
      make={make}
    />
  );
}
