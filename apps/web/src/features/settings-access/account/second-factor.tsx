"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "@/trpc/react.tsx";
import { readAllAgain } from "@/trpc/read-again.ts";
import { Button } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { Chip } from "@/ui/chip.tsx";
import { TextField } from "@/ui/field.tsx";
import { Note } from "@/ui/note.tsx";
import { callAuth } from "./auth-call.ts";
import { Enrolment, type EnrolmentKey } from "./enrolment.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** A code of an authenticator besides the password: set it up, get new recovery codes, take it away. */
export function SecondFactor({ isOn }: { readonly isOn: boolean }) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const [key, setKey] = useState<EnrolmentKey>();
  const [codes, setCodes] = useState<readonly string[]>();
  const refresh = () => readAllAgain(client, { queryKey: trpc.account.get.queryKey() });
  return (
    <Card label="Second factor">
      <CardHeader title="Second factor">
        {isOn ? <Chip tone="green">On</Chip> : <Chip>Off</Chip>}
      </CardHeader>
      <div className="flex flex-col gap-3 p-3.5">
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
        {!codes && key && (
          <Enrolment
            enrolment={key}
            onDone={() => {
              setKey(undefined);
              setCodes(key.backupCodes);
              void refresh();
            }}
          />
        )}
        {!codes && !key && isOn && <Keep onCodes={setCodes} onRemoved={refresh} />}
        {!codes && !key && !isOn && <SetUp onKey={setKey} />}
      </div>
    </Card>
  );
}

function SetUp({ onKey }: { readonly onKey: (key: EnrolmentKey) => void }) {
  const enable = useMutation({
    mutationFn: (password: string) => callAuth<EnrolmentKey>("/two-factor/enable", { password }),
    onSuccess: onKey,
  });
  return (
    <PasswordAsked
      words="With it, a password alone opens nothing. You need an authenticator app."
      error={enable.error?.message}
      isPending={enable.isPending}
      actions={[{ words: "Set up", run: (password) => enable.mutate(password) }]}
    />
  );
}

function Keep(props: {
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onRemoved: () => void;
}) {
  const renew = useMutation({
    mutationFn: (password: string) =>
      callAuth<{ backupCodes: string[] }>("/two-factor/generate-backup-codes", { password }),
    onSuccess: ({ backupCodes }) => props.onCodes(backupCodes),
  });
  const remove = useMutation({
    mutationFn: (password: string) => callAuth("/two-factor/disable", { password }),
    onSuccess: props.onRemoved,
  });
  return (
    <PasswordAsked
      words="A code is asked for at every sign-in."
      error={(renew.error ?? remove.error)?.message}
      isPending={renew.isPending || remove.isPending}
      actions={[
        { words: "New recovery codes", run: (password) => renew.mutate(password) },
        { words: "Remove", run: (password) => remove.mutate(password) },
      ]}
    />
  );
}

/** Who walks by an open browser must not be able to do it. */
function PasswordAsked(props: {
  readonly words: string;
  readonly error: string | undefined;
  readonly isPending: boolean;
  readonly actions: readonly { readonly words: string; readonly run: (password: string) => void }[];
}) {
  const [password, setPassword] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.actions[0]?.run(password);
  };
  return (
    <form className="flex flex-col gap-3" onSubmit={submit}>
      <p className="text-12 text-ink-2">{props.words}</p>
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {props.error && <Note kind="bad">{props.error}</Note>}
      <div className="flex justify-end gap-2">
        {props.actions.map(({ words, run }, index) => (
          <Button
            key={words}
            type={index === 0 ? "submit" : "button"}
            disabled={props.isPending || password === ""}
            onClick={index === 0 ? undefined : () => run(password)}
          >
            {words}
          </Button>
        ))}
      </div>
    </form>
  );
}
