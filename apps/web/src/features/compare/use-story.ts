import { chartIdAt } from "@/lib/chart-id-at.ts";
import { useTRPC } from "@/trpc/react.tsx";
import { useSteps } from "@/trpc/story/use-steps.ts";
import { useCharts } from "@/trpc/use-charts.ts";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import type { InstanceName } from "./compare-params.ts";

/** So many steps are read of each side, ten pages: more rows than these nobody compares one by one. */
const STEPS_READ_MAX = 2_000;

/** An instance, its newest steps and the chart versions they were made on; the first two are live. */
export function useStory({ machineId, subject }: InstanceName) {
  const trpc = useTRPC();
  const key = { machineId, subject };
  const watched = { instances: [`${machineId}/${subject}`] };
  const instance = useLiveQuery(trpc.instances.get.queryOptions(key), watched);
  const history = useLiveQuery(trpc.instances.history.queryOptions(key), watched);
  const found = instance.data;
  const newest = history.data?.steps.at(-1)?.revision ?? 1;
  const story = useSteps(key, history.data, Math.max(1, newest - STEPS_READ_MAX + 1));
  const { steps } = story;
  const chartOf = useCharts([found?.chartId, ...steps.map(({ chartId }) => chartId)]);
  const chartAt = (revision: number | undefined) =>
    found && chartOf(chartIdAt(found, steps, revision));
  const known = found && history.data && { ...story, instance: found, chartAt };
  return { instance, history, story: known };
}

/** What is known of one of the two, once both its reads have answered. */
export type Story = NonNullable<ReturnType<typeof useStory>["story"]>;
