import type { ChartName, InstanceFilter } from "./instance-filter.ts";

/** One choice of a filter, and how many instances it would leave under the other filters. */
export interface Facet {
  readonly value: string;
  readonly count: number;
  /** There are that many or more: counting stopped. */
  readonly atLeast: boolean;
}

/** The choices of each filter of the list of instances. */
export interface InstanceFacets {
  readonly machines: readonly Facet[];
  /** Of the chosen machine. */
  readonly versions: readonly Facet[];
  /** Of the chosen machine; the most frequent first. */
  readonly states: readonly Facet[];
  readonly statuses: readonly Facet[];
  readonly phases: readonly Facet[];
  /** `stuck`, `overdue` and `letters`. */
  readonly attention: readonly Facet[];
}

/** Instances of one chart version that stand alike. */
export interface StandingCount {
  readonly chartId: number;
  readonly status: string;
  readonly phase: string;
  readonly count: number;
  readonly atLeast: boolean;
}

type Dimension = "machine" | "version" | "status" | "phase";
type Named = StandingCount & Omit<ChartName, "chartId">;

/** Count the choices of machine, version, status and phase: each under all filters but its own. */
export function standingFacets(
  counts: readonly StandingCount[],
  charts: readonly ChartName[],
  filter: InstanceFilter,
): Pick<InstanceFacets, "machines" | "versions" | "statuses" | "phases"> {
  const rows = nameRows(counts, charts);
  const without = (dimension: Dimension) => rows.filter((row) => fits(row, filter, dimension));
  // A version is one of a machine, so another machine would be chosen without it.
  const ofAnyVersion = { ...filter, version: undefined };
  return {
    machines: sumBy(
      rows.filter((row) => fits(row, ofAnyVersion, "machine")),
      (row) => row.machineId,
    ),
    versions: filter.machine ? sumBy(without("version"), (row) => row.version) : [],
    statuses: sumBy(without("status"), (row) => row.status),
    phases: sumBy(without("phase"), (row) => row.phase),
  };
}

/** How many of these stand where the filter wants them. */
export function sumOfFilter(
  value: string,
  counts: readonly StandingCount[],
  charts: readonly ChartName[],
  filter: InstanceFilter,
): Facet {
  const rows = nameRows(counts, charts).filter((row) => fits(row, filter, undefined));
  return (
    sumBy(rows, () => value)[0] ?? { value, count: 0, atLeast: counts.some((row) => row.atLeast) }
  );
}

function nameRows(counts: readonly StandingCount[], charts: readonly ChartName[]): Named[] {
  const names = new Map(charts.map((chart) => [chart.chartId, chart]));
  return counts.flatMap((row) => {
    const name = names.get(row.chartId);
    return name ? [{ ...name, ...row }] : [];
  });
}

function fits(row: Named, filter: InstanceFilter, except: Dimension | undefined): boolean {
  const is = (dimension: Dimension, value: string) =>
    dimension === except || filter[dimension] === undefined || filter[dimension] === value;
  return (
    is("machine", row.machineId) &&
    is("version", row.version) &&
    is("status", row.status) &&
    is("phase", row.phase)
  );
}

function sumBy(rows: readonly Named[], nameOf: (row: Named) => string): Facet[] {
  const sums = new Map<string, Facet>();
  for (const row of rows) {
    const value = nameOf(row);
    const { count = 0, atLeast = false } = sums.get(value) ?? {};
    sums.set(value, { value, count: count + row.count, atLeast: atLeast || row.atLeast });
  }
  return [...sums.values()].sort((one, other) => (one.value < other.value ? -1 : 1));
}
