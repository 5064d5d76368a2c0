import { formatKnownCount } from "@/lib/format-number.ts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { Select } from "@/ui/field.tsx";

/** One choice, and how many it would leave. */
export type Facet = RouterOutputs["instances"]["facets"]["machines"][number];

/** A filter's choices with their counts. A choice that was made and that nobody has now stays in sight. */
export function FacetSelect(props: {
  readonly label: string;
  readonly any: string;
  readonly value: string | undefined;
  /** Unknown until they are counted. */
  readonly facets: readonly Facet[] | undefined;
  /** Words for values, and values that are always offered. */
  readonly words?: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string | undefined) => void;
}) {
  const { label, any, value, facets, words = [], onChange } = props;
  const values = new Set([
    ...words.map((word) => word.value),
    ...(facets ?? []).map((facet) => facet.value),
    ...(value === undefined ? [] : [value]),
  ]);
  return (
    <Select
      label={label}
      value={value ?? ""}
      className="max-w-52"
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{any}</option>
      {[...values].map((each) => (
        <option key={each} value={each}>
          {words.find((word) => word.value === each)?.label ?? each}
          {facets && ` (${countOf(facets, each)})`}
        </option>
      ))}
    </Select>
  );
}

/** What a choice would leave: `12`, `≥ 10,000`; `?` where counting stopped before one was met. */
export function countOf(facets: readonly Facet[], value: string): string {
  const facet = facets.find((each) => each.value === value);
  if (!facet) return facets.some((each) => each.atLeast) ? "?" : "0";
  if (facet.atLeast && facet.count === 0) return "?";
  return formatKnownCount(facet.count, facet.atLeast);
}
