import { useQuery } from "@tanstack/react-query";
import type { UrlParams } from "@/lib/use-url-params.ts";
import { useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Select } from "@/ui/field.tsx";
import { FilterInput } from "@/ui/filter-input.tsx";
import { Segmented } from "@/ui/segmented.tsx";
import { type InstanceFilter, isNarrowed, PHASES } from "../instance-filter.ts";

const SHOWN = [
  { value: "all", label: "All" },
  { value: "active", label: "In flight" },
  { value: "stuck", label: "Stuck" },
  { value: "overdue", label: "Overdue" },
] as const;

/** What the list is narrowed to. Every change begins at the first page. */
export function FilterBar(props: {
  readonly filter: InstanceFilter;
  readonly url: UrlParams;
  readonly onClear: () => void;
}) {
  const { filter, url, onClear } = props;
  const trpc = useTRPC();
  const machines = useQuery(trpc.instances.machines.queryOptions());
  const change = (to: Readonly<Record<string, string | undefined>>) =>
    url.set({ ...to, after: undefined }, "push");
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-3.5 py-2">
      <FilterInput
        label="Subject begins with"
        placeholder="order-42, or 42"
        className="w-56"
        value={filter.q ?? ""}
        onChange={(q) => url.set({ q, after: undefined })}
      />
      <Select
        label="Machine"
        value={filter.machine ?? ""}
        onChange={(event) => change({ machine: event.target.value })}
      >
        <option value="">Any machine</option>
        {machines.data?.map(({ machineId }) => (
          <option key={machineId}>{machineId}</option>
        ))}
      </Select>
      <Select
        label="Phase"
        value={filter.phase ?? ""}
        onChange={(event) => change({ phase: event.target.value })}
      >
        <option value="">Any phase</option>
        {PHASES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Segmented
        label="Which"
        value={filter.attention ?? (filter.status === "active" ? "active" : "all")}
        options={SHOWN}
        onChange={(shown) =>
          change({
            attention: shown === "stuck" || shown === "overdue" ? shown : undefined,
            status: shown === "active" ? shown : undefined,
          })
        }
      />
      {isNarrowed(filter) && (
        <Button kind="ghost" size="sm" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
