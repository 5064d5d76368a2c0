"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { formatPlural } from "@/lib/format-number.ts";
import { messageOf } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Checkbox, TextArea, TextField } from "@/ui/field.tsx";
import { JsonView } from "@/ui/json-view.tsx";
import { PageTitle } from "@/ui/page-title.tsx";

type Preview = RouterOutputs["settings"]["previewRedaction"];

const SAMPLE = `{
  "order": "A-1042",
  "customer": { "email": "mara@example.com", "apiKey": "k-123" },
  "note": "paid with 4111 1111 1111 1111"
}`;

const namesOf = (text: string) => text.split(",").flatMap((name) => name.trim() || []);

/** Tries out what is masked of a payload. Nothing of it is stored. */
export function RedactionPage() {
  const trpc = useTRPC();
  const [payload, setPayload] = useState(SAMPLE);
  const [extraKeys, setExtraKeys] = useState("");
  const [allowedKeys, setAllowedKeys] = useState("");
  const [emails, setEmails] = useState(false);
  const preview = useMutation(trpc.settings.previewRedaction.mutationOptions());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    preview.mutate({
      payload,
      extraKeys: namesOf(extraKeys),
      allowedKeys: namesOf(allowedKeys),
      emails,
    });
  };
  return (
    <>
      <PageTitle title="Redaction" sub="what people would see; nothing of it is stored" />
      <div className="grid gap-3.5 drawer:grid-cols-2">
        <Card label="Payload">
          <CardHeader title="Payload" sub="with the rules to try out" />
          <form onSubmit={submit} className="flex flex-col gap-3 p-3.5">
            <TextArea
              label="JSON"
              style={{ height: 220 }}
              className="[&_textarea]:font-mono"
              value={payload}
              spellCheck={false}
              onChange={(event) => setPayload(event.target.value)}
              error={preview.isError ? messageOf(preview.error) : undefined}
            />
            <TextField
              label="Mask these names, too"
              hint="extraKeys of a project, set apart by commas"
              value={extraKeys}
              onChange={(event) => setExtraKeys(event.target.value)}
            />
            <TextField
              label="Leave these names alone"
              hint="allowedKeys"
              value={allowedKeys}
              onChange={(event) => setAllowedKeys(event.target.value)}
            />
            <Checkbox
              label="Mask mail addresses in texts"
              checked={emails}
              onChange={(event) => setEmails(event.target.checked)}
            />
            <div>
              <Button kind="solid" type="submit" disabled={preview.isPending}>
                Show what is masked
              </Button>
            </div>
          </form>
        </Card>
        <Card label="What people see" className="flex flex-col">
          <CardHeader
            title="What people see"
            sub={
              preview.data &&
              formatPlural(preview.data.masked.length, "part masked", "parts masked")
            }
          />
          {preview.data ? (
            <Shown preview={preview.data} />
          ) : (
            <EmptyState title="Nothing was tried out yet." because="filtered" />
          )}
        </Card>
      </div>
    </>
  );
}

function Shown({ preview: { text, masked } }: { readonly preview: Preview }) {
  return (
    <>
      <div className="overflow-auto p-3.5">
        <JsonView value={JSON.parse(text)} />
      </div>
      <ul className="border-t border-line px-3.5 py-2 text-12">
        {masked.map(({ path, by }) => (
          <li key={path} className="flex gap-2 leading-[22px]">
            <code className="mono min-w-0 flex-1 truncate">{path === "" ? "the whole" : path}</code>
            <span className="text-ink-2">
              {by === "key" ? "by its name" : "by what it looks like"}
            </span>
          </li>
        ))}
        {masked.length === 0 && <li className="text-ink-3">Nothing is masked.</li>}
      </ul>
    </>
  );
}
