import type { ChartGraph } from "@sagascope/core/charts";
import type { RouterOutputs } from "@/trpc/react.tsx";
import type { Steps } from "@/trpc/story/use-steps.ts";
import type { DrawnChart } from "@/trpc/use-charts.ts";
import type { SideDifferences } from "./compare-graphs.ts";

/** A registered version of a chart. */
export type Version = RouterOutputs["instances"]["versions"]["rows"][number];
type Instance = RouterOutputs["instances"]["get"];
type Step = RouterOutputs["instances"]["history"]["steps"][number];

/** One version, to be drawn with what differs from the other. */
export interface ChartSide {
  readonly graph: ChartGraph;
  readonly differences: SideDifferences;
  readonly label: string;
}

/** An instance with what its drawing needs. */
export interface InstanceStory {
  readonly instance: Instance;
  readonly steps: readonly Step[];
  /** Older steps are recorded; `earlier` counts them. */
  readonly more: boolean;
  readonly earlier?: Steps["earlier"];
  /** The chart version that it stood on at the step. */
  readonly drawn: DrawnChart;
  /** The step that is looked at; absent for the newest. */
  readonly revision: number | undefined;
}

/** One instance, to be drawn with what only it has beside the other. */
export interface InstanceSide {
  readonly own: InstanceStory;
  readonly other: InstanceStory;
}

/** The two versions that are asked for; by default the present one, and the one before it. */
export function readSides(
  versions: readonly Version[],
  from: number | undefined,
  to: number | undefined,
): { readonly from: Version; readonly to: Version } | undefined {
  const find = (id: number | undefined) => versions.find(({ chartId }) => chartId === id);
  const newer = find(to) ?? versions.find(({ isCurrent }) => isCurrent) ?? versions[0];
  if (newer === undefined) return undefined;
  const before = versions[versions.indexOf(newer) + 1] ?? newer;
  return { from: find(from) ?? before, to: newer };
}
