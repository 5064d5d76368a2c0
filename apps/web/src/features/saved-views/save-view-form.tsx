import { type FormEvent, useState } from "react";
import { messageOf } from "@/trpc/query-view.tsx";
import { Button } from "@/ui/button.tsx";
import { Checkbox, TextField } from "@/ui/field.tsx";
import type { useViews, ViewPage } from "./use-views.ts";

const NAME_MAX = 80;

/** Keeps what the page shows under a name; the same name again replaces it. */
export function SaveViewForm(props: {
  readonly page: ViewPage;
  readonly query: string;
  readonly views: ReturnType<typeof useViews>;
}) {
  const { page, query, views } = props;
  const [name, setName] = useState("");
  const [forAll, setForAll] = useState(false);
  const change = forAll ? views.share : views.save;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    change.mutate({ page, name: name.trim(), query }, { onSuccess: () => setName("") });
  };
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-2 px-[9px] py-1.5">
      <TextField
        label="Save this view as"
        value={name}
        maxLength={NAME_MAX}
        onChange={(event) => setName(event.target.value)}
        error={change.isError ? messageOf(change.error) : undefined}
      />
      {views.mayShare && (
        <Checkbox
          label="For everyone, kept in the audit"
          checked={forAll}
          onChange={(event) => setForAll(event.target.checked)}
        />
      )}
      <Button type="submit" size="sm" disabled={name.trim() === "" || change.isPending}>
        {forAll ? "Share view" : "Save view"}
      </Button>
    </form>
  );
}
