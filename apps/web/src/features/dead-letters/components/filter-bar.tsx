import { useEffect, useState } from "react";
import type { UrlParams } from "@/lib/use-url-params.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Select } from "@/ui/field.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { Segmented } from "@/ui/segmented.tsx";
import { isNarrowed, LETTER_STATES, type LetterFilter, NO_FILTER } from "../letter-filter.ts";

const TYPING_MS = 200; // a word is asked for once, not letter by letter

/** What the letters are narrowed to. Every change begins at the first page. */
export function FilterBar(props: {
  readonly filter: LetterFilter;
  readonly url: UrlParams;
  readonly facets: RouterOutputs["deadLetters"]["facets"] | undefined;
}) {
  const { filter, url, facets } = props;
  const change = (to: Readonly<Record<string, string | undefined>>) =>
    url.set({ ...to, after: undefined }, "push");
  return (
    <>
      <Segmented
        label="Which letters"
        value={filter.state ?? "open"}
        options={LETTER_STATES}
        onChange={(state) => change({ state: state === "open" ? undefined : state })}
      />
      <Choice
        label="Machine"
        any="Any machine"
        value={filter.machine}
        options={facets?.machines}
        onChange={(machine) => change({ machine })}
      />
      <Choice
        label="Reason"
        any="Any reason"
        value={filter.reason}
        options={facets?.reasons}
        onChange={(reason) => change({ reason })}
      />
      <SubjectInput value={filter.q ?? ""} onChange={(q) => url.set({ q, after: undefined })} />
      {isNarrowed(filter) && (
        <Button kind="ghost" size="sm" onClick={() => url.set(NO_FILTER, "push")}>
          Clear filters
        </Button>
      )}
    </>
  );
}

/** One value of those there are, or any; a value of the URL that is not among them is shown all the same. */
function Choice(props: {
  readonly label: string;
  readonly any: string;
  readonly value: string | undefined;
  readonly options: readonly string[] | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  const { label, any, value, options = [], onChange } = props;
  const all = value === undefined || options.includes(value) ? options : [value, ...options];
  return (
    <Select
      label={label}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{any}</option>
      {all.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </Select>
  );
}

function SubjectInput(props: {
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
    <label className="flex h-6.5 w-44 items-center gap-1.5 rounded-2 border border-line-control bg-surface px-2">
      <Glyph name="filter" size="xs" className="text-ink-3" />
      <span className="sr-only">Subject contains</span>
      <input
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder="Subject contains…"
        spellCheck={false}
        className="min-w-0 flex-1 bg-transparent text-12 outline-none"
      />
    </label>
  );
}
