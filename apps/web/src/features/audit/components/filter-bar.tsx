import { useEffect, useState } from "react";
import type { UrlParams } from "@/lib/use-url-params.ts";
import type { RouterInputs, RouterOutputs } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Select } from "@/ui/field.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { actionWords } from "../audit-words.ts";

const TYPING_MS = 200; // a word is asked for once, not letter by letter

/** What the audit is narrowed to. Every change begins at the first page. */
export function FilterBar(props: {
  readonly filter: RouterInputs["audit"]["list"]["filter"];
  readonly url: UrlParams;
  readonly facets: RouterOutputs["audit"]["facets"] | undefined;
  readonly onClear: (() => void) | undefined;
}) {
  const { filter, url, facets, onClear } = props;
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-3.5 py-2">
      <TextInput value={filter.q ?? ""} onChange={(q) => url.set({ q, after: undefined })} />
      <Choice
        label="Actor"
        any="Anybody"
        value={filter.actor}
        options={facets?.actors}
        onChange={(actor) => url.set({ actor, after: undefined }, "push")}
      />
      <Choice
        label="Action"
        any="Any action"
        value={filter.action}
        options={facets?.actions}
        wordsOf={actionWords}
        onChange={(action) => url.set({ action, after: undefined }, "push")}
      />
      {onClear && (
        <Button kind="ghost" size="sm" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

function Choice(props: {
  readonly label: string;
  readonly any: string;
  readonly value: string | undefined;
  readonly options: readonly string[] | undefined;
  readonly wordsOf?: (option: string) => string;
  readonly onChange: (value: string | undefined) => void;
}) {
  const { label, any, value, options = [], wordsOf, onChange } = props;
  const all = value === undefined || options.includes(value) ? options : [value, ...options];
  return (
    <Select
      label={label}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{any}</option>
      {all.map((option) => (
        <option key={option} value={option}>
          {wordsOf?.(option) ?? option}
        </option>
      ))}
    </Select>
  );
}

function TextInput(props: {
  readonly value: string;
  readonly onChange: (value: string | undefined) => void;
}) {
  const { value, onChange } = props;
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed.trim() || undefined), TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <label className="flex h-6.5 w-64 items-center gap-1.5 rounded-2 border border-line-control bg-surface px-2">
      <Glyph name="filter" size="xs" className="text-ink-3" />
      <span className="sr-only">Target, reason or outcome contains</span>
      <input
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder="Target, reason, outcome…"
        spellCheck={false}
        className="min-w-0 flex-1 bg-transparent text-12 outline-none"
      />
    </label>
  );
}
