"use client";

import { Button } from "@/ui/button.tsx";
import { Note } from "@/ui/note.tsx";
import { SecretOnce } from "../components/secret-once.tsx";

/** Codes for who loses the authenticator; each works once. */
export function RecoveryCodes(props: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}) {
  return (
    <div className="flex flex-col gap-3">
      <Note kind="warn" title="Keep these recovery codes now.">
        Each works once in place of a code, and they are not shown again.
      </Note>
      <SecretOnce label="Recovery codes" secret={props.codes.join(" ")} />
      <div className="flex justify-end">
        <Button kind="solid" onClick={props.onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
