import type { UrlParams } from "@/lib/use-url-params.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Select } from "@/ui/field.tsx";
import { FilterInput } from "@/ui/filter-input.tsx";
import { Segmented } from "@/ui/segmented.tsx";
import {
  AGES,
  ENDED,
  type InstanceFilter,
  isNarrowed,
  orderOf,
  PHASES,
  STATUSES,
} from "../instance-filter.ts";
import { countOf, FacetSelect } from "./facet-select.tsx";

type Facets = RouterOutputs["instances"]["facets"];

/** What the list is narrowed to, with what each choice would leave. Every change begins at the first page. */
export function FilterBar(props: {
  readonly filter: InstanceFilter;
  readonly facets: Facets | undefined;
  readonly url: UrlParams;
  readonly onClear: () => void;
}) {
  const { filter, facets, url, onClear } = props;
  const change = (to: Readonly<Record<string, string | undefined>>) =>
    url.set({ ...to, after: undefined }, "push");
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-3.5 py-2">
      <FilterInput
        label="Subject begins with"
        placeholder="order-42, or 42"
        className="w-44"
        value={filter.q ?? ""}
        onChange={(q) => url.set({ q, after: undefined })}
      />
      <FacetSelect
        label="Machine"
        any="Any machine"
        value={filter.machine}
        facets={facets?.machines}
        onChange={(machine) => change({ machine, version: undefined, state: undefined })}
      />
      {filter.machine && (
        <>
          <FacetSelect
            label="Version"
            any="Any version"
            value={filter.version}
            facets={facets?.versions}
            onChange={(version) => change({ version })}
          />
          <FacetSelect
            label="State"
            any="Any state"
            value={filter.state}
            facets={facets?.states}
            onChange={(state) => change({ state })}
          />
        </>
      )}
      <FacetSelect
        label="Status"
        any="Any status"
        value={filter.status}
        facets={facets?.statuses}
        words={STATUSES}
        onChange={(status) => change({ status })}
      />
      <FacetSelect
        label="Phase"
        any="Any phase"
        value={filter.phase}
        facets={facets?.phases}
        words={PHASES}
        onChange={(phase) => change({ phase })}
      />
      <SpanSelect
        label="Age"
        any="Any age"
        value={filter.age}
        choices={AGES}
        onChange={(age) => change({ age })}
      />
      <SpanSelect
        label="End"
        any="Any end"
        value={filter.ended}
        choices={ENDED}
        onChange={(ended) => change({ ended })}
      />
      <Select
        label="Order"
        value={orderOf(url)}
        onChange={(event) =>
          change({ order: event.target.value === "oldest" ? "oldest" : undefined })
        }
      >
        <option value="newest">Newest first</option>
        <option value="oldest">Oldest first</option>
      </Select>
      <Shown filter={filter} facets={facets} onChange={change} />
      {isNarrowed(filter) && (
        <Button kind="ghost" size="sm" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

/** A span of time to choose; what each would leave is not counted. */
function SpanSelect(props: {
  readonly label: string;
  readonly any: string;
  readonly value: string | undefined;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}) {
  return (
    <Select
      label={props.label}
      value={props.value ?? ""}
      onChange={(event) => props.onChange(event.target.value)}
    >
      <option value="">{props.any}</option>
      {props.choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
}

type ShownChoice = "all" | "compensating" | "stuck" | "overdue" | "letters";

/** What an operator looks for first, in one step. */
function Shown(props: {
  readonly filter: InstanceFilter;
  readonly facets: Facets | undefined;
  readonly onChange: (to: Readonly<Record<string, string | undefined>>) => void;
}) {
  const { filter, facets, onChange } = props;
  const label = (words: string, of: "phases" | "attention", value: string) =>
    facets ? `${words} ${countOf(facets[of], value)}` : words;
  return (
    <Segmented<ShownChoice>
      label="Which"
      value={filter.attention ?? (filter.phase === "compensating" ? "compensating" : "all")}
      options={[
        { value: "all", label: "All" },
        { value: "compensating", label: label("Compensating", "phases", "compensating") },
        { value: "stuck", label: label("Stuck", "attention", "stuck") },
        { value: "overdue", label: label("Overdue", "attention", "overdue") },
        { value: "letters", label: label("Dead letters", "attention", "letters") },
      ]}
      onChange={(shown) =>
        onChange({
          attention: shown === "all" || shown === "compensating" ? undefined : shown,
          phase:
            shown === "compensating"
              ? shown
              : filter.phase === "compensating"
                ? undefined
                : filter.phase,
        })
      }
    />
  );
}
