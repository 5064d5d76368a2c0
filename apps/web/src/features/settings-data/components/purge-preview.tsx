import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { formatCount } from "@/lib/format-number.ts";
import { sentence } from "@/lib/sentence.ts";
import { messageOf } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { TextField } from "@/ui/field.tsx";

const KEPT = ["events", "history", "instances", "receipts", "operations"] as const;
type Days = Readonly<Record<(typeof KEPT)[number], string>>;

/** What would go if so little were kept. Nothing goes. */
export function PurgePreview() {
  const trpc = useTRPC();
  const [days, setDays] = useState<Days>({
    events: "30",
    history: "30",
    instances: "",
    receipts: "",
    operations: "",
  });
  const [asked, setAsked] = useState<Days>();
  const input = Object.fromEntries(
    KEPT.flatMap((what) => (asked?.[what] ? [[what, Number(asked[what])]] : [])),
  );
  const preview = useQuery(
    trpc.settings.previewPurge.queryOptions(input, { enabled: asked !== undefined }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(days);
  };
  return (
    <Card label="What would go">
      <CardHeader title="What would go" sub="if so many days were kept; nothing goes" />
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3 p-3.5">
        {KEPT.map((what) => (
          <TextField
            key={what}
            label={sentence(what)}
            hint="days"
            className="w-28"
            inputMode="numeric"
            placeholder="for ever"
            value={days[what]}
            onChange={(event) => setDays({ ...days, [what]: event.target.value })}
          />
        ))}
        <Button type="submit" disabled={preview.isFetching}>
          Show what would go
        </Button>
      </form>
      {preview.isError && (
        <p role="alert" className="px-3.5 pb-3 text-12 text-red">
          {messageOf(preview.error)}
        </p>
      )}
      {preview.data && (
        <ul className="border-t border-line px-3.5 py-2 text-12 leading-[22px]">
          {preview.data.purged.map(({ what, kind, name, rows, heldBy }) => (
            <li key={name} className="flex gap-2">
              <span className="w-20 text-ink-3">{what}</span>
              <code className="mono min-w-0 flex-1 truncate">{name}</code>
              <span>
                {heldBy
                  ? `stays: held by ${heldBy}`
                  : `${kind === "partition" ? "all of about " : ""}${formatCount(rows)} rows`}
              </span>
            </li>
          ))}
          {preview.data.purged.length === 0 && <li className="text-ink-3">Nothing would go.</li>}
        </ul>
      )}
    </Card>
  );
}
