import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { formatPlural } from "@/lib/format-number.ts";
import { messageOf } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Checkbox, Select, TextArea, TextField } from "@/ui/field.tsx";
import { JsonView } from "@/ui/json-view.tsx";

type Preview = RouterOutputs["settings"]["previewRedaction"];

const SAMPLE = `{
  "order": "A-1042",
  "customer": { "email": "mara@example.com", "apiKey": "k-123" },
  "note": "paid with 4111 1111 1111 1111"
}`;

const TYPED = "typed";
const SHARED = "shared";
/** In front of a machine's name, so that none is taken for one of the two others. */
const OF_MACHINE = "machine ";

const namesOf = (text: string) => text.split(",").flatMap((name) => name.trim() || []);

/** Tries out what is masked of a payload, by typed rules or by registered ones. Nothing of it is stored. */
export function TryRedaction() {
  const trpc = useTRPC();
  const { data: rules = [] } = useQuery(trpc.settings.redactionRules.queryOptions());
  const [payload, setPayload] = useState(SAMPLE);
  const [by, setBy] = useState(TYPED);
  const [extraKeys, setExtraKeys] = useState("");
  const [allowedKeys, setAllowedKeys] = useState("");
  const [emails, setEmails] = useState(false);
  const preview = useMutation(trpc.settings.previewRedaction.mutationOptions());
  const triedRules = () => {
    if (by === SHARED) return { kind: SHARED } as const;
    if (by !== TYPED) return { kind: "machine", machineId: by.slice(OF_MACHINE.length) } as const;
    const names = { extraKeys: namesOf(extraKeys), allowedKeys: namesOf(allowedKeys) };
    return { kind: TYPED, ...names, emails } as const;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    preview.mutate({ payload, by: triedRules() });
  };
  return (
    <div className="grid gap-3.5 drawer:grid-cols-2">
      <Card label="Payload">
        <CardHeader title="Try it" sub="nothing of it is stored" />
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
          <Select
            label="By which rules"
            className="self-start"
            value={by}
            onChange={(event) => setBy(event.target.value)}
          >
            <option value={TYPED}>By the built-in rules, changed below</option>
            <option value={SHARED}>By everybody's rules, as envelopes are</option>
            {rules.map(
              ({ machineId }) =>
                machineId !== undefined && (
                  <option key={machineId} value={`${OF_MACHINE}${machineId}`}>
                    By the rules of {machineId}
                  </option>
                ),
            )}
          </Select>
          {by === TYPED && (
            <>
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
            </>
          )}
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
            preview.data && formatPlural(preview.data.masked.length, "part masked", "parts masked")
          }
        />
        {preview.data ? (
          <Shown preview={preview.data} />
        ) : (
          <EmptyState title="Nothing was tried out yet." because="filtered" />
        )}
      </Card>
    </div>
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
