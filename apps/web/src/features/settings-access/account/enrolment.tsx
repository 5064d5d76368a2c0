"use client";

import { useMutation } from "@tanstack/react-query";
import qrcode from "qrcode-generator";
import type { FormEvent } from "react";
import { Button } from "@/ui/button.tsx";
import { TextField } from "@/ui/field.tsx";
import { Note } from "@/ui/note.tsx";
import { callAuth } from "./auth-call.ts";

/** What an authenticator is told, and the codes for who loses it. */
export interface EnrolmentKey {
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}

/** Show the key to an authenticator and ask for a first code, which proves that it has it. */
export function Enrolment(props: {
  readonly enrolment: EnrolmentKey;
  readonly onDone: () => void;
}) {
  const { totpURI } = props.enrolment;
  const verify = useMutation({
    mutationFn: (code: string) => callAuth("/two-factor/verify-totp", { code }),
    onSuccess: props.onDone,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    verify.mutate(String(new FormData(event.currentTarget).get("code")).replaceAll(/\s/g, ""));
  };
  return (
    <form className="flex flex-col gap-3" onSubmit={submit}>
      <p className="text-12 text-ink-2">
        Scan this with an authenticator app, or type the key into it.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={totpURI} />
        <code className="mono min-w-0 flex-1 text-12 break-all select-all">
          {secretIn(totpURI)}
        </code>
      </div>
      <TextField
        label="Code that it shows"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9 ]{6,8}"
        required
        autoFocus
      />
      {verify.error && <Note kind="bad">{verify.error.message}</Note>}
      <div className="flex justify-end">
        <Button type="submit" kind="solid" disabled={verify.isPending}>
          Switch it on
        </Button>
      </div>
    </form>
  );
}

const QUIET_MODULES = 4; // of white around it, as scanners need

/** A QR code as one path, black on white in both themes, since scanners want it so. */
function QrCode({ text }: { readonly text: string }) {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const cells = Array.from({ length: size * size }, (_each, at) => [
    Math.floor(at / size),
    at % size,
  ]);
  const path = cells
    .filter(([row = 0, column = 0]) => code.isDark(row, column))
    .map(([row, column]) => `M${column} ${row}h1v1h-1z`)
    .join("");
  const width = size + 2 * QUIET_MODULES;
  return (
    <svg
      role="img"
      aria-label="QR code of the key"
      viewBox={`${-QUIET_MODULES} ${-QUIET_MODULES} ${width} ${width}`}
      className="size-40 rounded-2 bg-white"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

function secretIn(uri: string): string {
  return new URL(uri).searchParams.get("secret") ?? "";
}
