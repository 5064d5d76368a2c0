"use client";

import { Button } from "@/ui/button.tsx";
import { Note } from "@/ui/note.tsx";
import { SecretOnce } from "../components/secret-once.tsx";

/** A link that sets a password. The secret stands behind `#`, which no browser sends and no server logs. */
export function OneTimeLink(props: {
  readonly token: string;
  readonly days: number;
  readonly onClose: () => void;
}) {
  const days = props.days === 1 ? "a day" : `${props.days} days`;
  return (
    <div className="flex flex-col gap-3 p-5">
      <Note kind="info" title="Give this link to them yourself.">
        It works once, for {days}, and is not shown again.
      </Note>
      <SecretOnce label="One-time link" secret={`${window.location.origin}/link#${props.token}`} />
      <div className="flex justify-end">
        <Button kind="solid" onClick={props.onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
