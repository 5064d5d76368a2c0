import { useMutation } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { Button } from "@/ui/button.tsx";
import { TextField } from "@/ui/field.tsx";
import { NewPasswordField } from "@/ui/new-password-field.tsx";
import { Note } from "@/ui/note.tsx";
import { AccountCard } from "./account-card.tsx";

/** Who an account is for, as they say it themselves. */
export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** The form that makes an account and opens the console with it. */
export function NewAccountForm(props: {
  readonly title: string;
  readonly lead?: string;
  /** On the button. */
  readonly verb: string;
  /** Makes the account and signs in. */
  readonly make: (account: NewAccount) => Promise<void>;
  readonly children?: ReactNode;
}) {
  const { title, lead, verb, make, children } = props;
  const attempt = useMutation({
    mutationFn: make,
    onSuccess: () => window.location.assign("/"),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    attempt.mutate({ name: text("name"), email: text("email"), password: text("password") });
  };
  return (
    <AccountCard title={title} lead={lead} onSubmit={submit}>
      <TextField label="Name" name="name" autoComplete="name" required maxLength={100} autoFocus />
      <TextField label="E-mail" name="email" type="email" autoComplete="username" required />
      <NewPasswordField label="Password" name="password" />
      {attempt.error && <Note kind="bad">{attempt.error.message}</Note>}
      <Button type="submit" kind="solid" disabled={attempt.isPending || attempt.isSuccess}>
        {verb}
      </Button>
      {children}
    </AccountCard>
  );
}
