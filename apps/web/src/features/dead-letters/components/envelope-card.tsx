import { useState } from "react";
import { formatBytes } from "@/lib/format-number.ts";
import { COPY_WORDS, useCopy } from "@/lib/use-copy.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { Button, IconButton } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { JsonView } from "@/ui/json-view.tsx";
import { Redacted } from "./letter-preview.tsx";
import { UnsealDialog } from "./unseal-dialog.tsx";

type Letter = RouterOutputs["deadLetters"]["get"];

/** What was to be handled, with what is secret masked, and the instance as it was then. */
export function EnvelopeCard(props: { readonly letter: Letter; readonly mayUnseal: boolean }) {
  const { letter, mayUnseal } = props;
  const [isUnsealing, setIsUnsealing] = useState(false);
  const { envelope, envelopeBytes, redacted, snapshot, revision, source } = letter;
  return (
    <Card label="Envelope" className="flex min-h-0 flex-col overflow-hidden">
      <CardHeader title="Envelope" sub={envelope === null ? undefined : formatBytes(envelopeBytes)}>
        {redacted > 0 && <Redacted count={redacted} />}
        {redacted > 0 && mayUnseal && letter.sealKeyId !== null && (
          <Button size="sm" kind="ghost" onClick={() => setIsUnsealing(true)}>
            Unseal…
          </Button>
        )}
        {envelope !== null && <CopyButton text={JSON.stringify(envelope, null, 2)} />}
      </CardHeader>
      {isUnsealing && (
        <UnsealDialog
          letterId={letter.id}
          redacted={redacted}
          onClose={() => setIsUnsealing(false)}
        />
      )}
      <div className="min-h-0 flex-1 overflow-y-auto max-narrow:max-h-96">
        <div className="px-3.5 py-2.5">
          {envelope === null ? (
            <p className="text-12 text-ink-3">
              {source === "state"
                ? "The chart itself gave up: there is no envelope."
                : "No envelope could be read."}
            </p>
          ) : (
            <JsonView value={envelope} widthMax={44} />
          )}
        </div>
        {snapshot && (
          <div className="border-t border-line px-3.5 py-2.5">
            <h3 className="mb-1 text-13 font-semibold">
              Snapshot{" "}
              <span className="text-12 font-normal text-ink-3">
                at the failure{revision === null ? "" : `, revision ${revision}`}
              </span>
            </h3>
            <JsonView value={snapshot} widthMax={44} />
          </div>
        )}
      </div>
    </Card>
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const { state, copy } = useCopy();
  return (
    <>
      <IconButton
        glyph={state === "copied" ? "check" : state === "failed" ? "x" : "copy"}
        label="Copy the redacted envelope"
        onClick={() => void copy(text)}
      />
      <span role="status" className="sr-only">
        {COPY_WORDS[state]}
      </span>
    </>
  );
}
