import { formatCount } from "@/lib/format-number.ts";
import type { UrlParams } from "@/lib/use-url-params.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Select } from "@/ui/field.tsx";
import { FilterInput } from "@/ui/filter-input.tsx";
import { Segmented } from "@/ui/segmented.tsx";
import {
  isNarrowed,
  LETTER_STATES,
  type LetterFilter,
  NO_FILTER,
  SINCE,
} from "../letter-filter.ts";
import { reasonWords } from "../letter-words.ts";

type Facets = RouterOutputs["deadLetters"]["facets"];
type Facet = Facets["machines"][number];

/** What the letters are narrowed to, with how many letters each choice would leave. Every change begins at the first page. */
export function FilterBar(props: {
  readonly filter: LetterFilter;
  readonly url: UrlParams;
  readonly facets: Facets | undefined;
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
        facets={facets?.machines}
        onChange={(machine) => change({ machine })}
      />
      <Choice
        label="Reason"
        any="Any reason"
        value={filter.reason}
        facets={facets?.reasons}
        words={reasonWords}
        onChange={(reason) => change({ reason })}
      />
      <Choice
        label="Type"
        any="Any type"
        value={filter.type}
        facets={facets?.types}
        onChange={(type) => change({ type })}
      />
      <Select
        label="Captured"
        value={filter.since ?? ""}
        onChange={(event) => change({ since: event.target.value || undefined })}
      >
        <option value="">Any time</option>
        {SINCE.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <FilterInput
        label="Subject contains"
        placeholder="Subject contains…"
        className="max-w-40 min-w-32 flex-1"
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
  readonly facets: readonly Facet[] | undefined;
  readonly words?: (value: string) => string;
  readonly onChange: (value: string | undefined) => void;
}) {
  const { label, any, value, facets = [], words = (text) => text, onChange } = props;
  const isKnown = value === undefined || facets.some((facet) => facet.value === value);
  return (
    <Select
      label={label}
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value || undefined)}
      className="max-w-31 [&>select]:max-w-full [&>select]:truncate"
    >
      <option value="">{any}</option>
      {!isKnown && <option value={value}>{words(value ?? "")}</option>}
      {facets.map((facet) => (
        <option key={facet.value} value={facet.value}>
          {words(facet.value)} ({formatCount(facet.letters)})
        </option>
      ))}
    </Select>
  );
}
