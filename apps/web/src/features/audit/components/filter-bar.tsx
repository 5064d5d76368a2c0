import { cutWords } from "@/lib/cut-words.ts";
import type { UrlParams } from "@/lib/use-url-params.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { MomentInput, Select } from "@/ui/field.tsx";
import { FilterInput } from "@/ui/filter-input.tsx";
import { type AuditFilter, localOf, urlInstantOf } from "../audit-filter.ts";
import { actionWords } from "../audit-words.ts";

/** What the audit is narrowed to. Every change begins at the first page. */
export function FilterBar(props: {
  readonly filter: AuditFilter;
  readonly url: UrlParams;
  readonly facets: RouterOutputs["audit"]["facets"] | undefined;
  readonly onClear: (() => void) | undefined;
}) {
  const { filter, url, facets, onClear } = props;
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-3.5 py-2">
      <FilterInput
        label="Target, reason or outcome contains"
        placeholder="Target, reason, outcome…"
        className="w-64"
        value={filter.q ?? ""}
        onChange={(q) => url.set({ q, after: undefined })}
      />
      <Choice
        label="Actor"
        any="Anybody"
        value={filter.actor}
        options={facets?.actors}
        more={facets?.moreActors ? "actors" : undefined}
        onChange={(actor) => url.set({ actor, after: undefined }, "push")}
      />
      <Choice
        label="Action"
        any="Any action"
        value={filter.action}
        options={facets?.actions}
        more={facets?.moreActions ? "actions" : undefined}
        wordsOf={actionWords}
        onChange={(action) => url.set({ action, after: undefined }, "push")}
      />
      <MomentInput
        label="From"
        value={localOf(filter.from)}
        onChange={({ target }) => url.set({ from: urlInstantOf(target.value), after: undefined })}
      />
      <MomentInput
        label="Before"
        value={localOf(filter.before)}
        onChange={({ target }) => url.set({ before: urlInstantOf(target.value), after: undefined })}
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
  /** What there is more of than is listed. */
  readonly more: string | undefined;
  readonly wordsOf?: (option: string) => string;
  readonly onChange: (value: string | undefined) => void;
}) {
  const { label, any, value, options = [], more, wordsOf, onChange } = props;
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
      {more && (
        <option disabled>
          {cutWords({ which: "first", shown: options.length, of: undefined, what: more })}
        </option>
      )}
    </Select>
  );
}
