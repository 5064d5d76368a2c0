"use client";

import { ButtonLink } from "@/ui/button.tsx";
import { NewAccountForm } from "./components/new-account-form.tsx";
import { register } from "./sign-in.ts";

/** Make an account for oneself; only where the console was told to allow it. */
export function RegisterForm() {
  return (
    <NewAccountForm title="Make an account" verb="Make the account" make={register}>
      <ButtonLink href="/sign-in">I have one</ButtonLink>
    </NewAccountForm>
  );
}
