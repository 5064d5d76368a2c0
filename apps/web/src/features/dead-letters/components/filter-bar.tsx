import type { UrlParams } from "@/lib/use-url-params.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Select } from "@/ui/field.tsx";
import { FilterInput } from "@/ui/filter-input.tsx";
import { Segmented } from "@/ui/segmented.tsx";
import { isNarrowed, LETTER_STATES, type LetterFilter, NO_FILTER } from "../letter-filter.ts";

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
      <FilterInput
        label="Subject contains"
        placeholder="Subject contains…"
        className="w-44"
        value={filter.q ?? ""}
        onChange={(q) => url.set({ q, after: undefined })}
      />
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
