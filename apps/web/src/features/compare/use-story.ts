import { chartIdAt } from "@/lib/chart-id-at.ts";
import { useTRPC } from "@/trpc/react.tsx";
import { useCharts } from "@/trpc/use-charts.ts";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import type { InstanceName } from "./compare-params.ts";

/** An instance, its newest steps and the chart versions they were made on; the first two are live. */
export function useStory({ machineId, subject }: InstanceName) {
  const trpc = useTRPC();
  const key = { machineId, subject };
  const watched = { instances: [`${machineId}/${subject}`] };
  const instance = useLiveQuery(trpc.instances.get.queryOptions(key), watched);
  const history = useLiveQuery(trpc.instances.history.queryOptions(key), watched);
  const found = instance.data;
  const steps = history.data?.steps ?? [];
  const chartOf = useCharts([found?.chartId, ...steps.map(({ chartId }) => chartId)]);
  const chartAt = (revision: number | undefined) =>
    found && chartOf(chartIdAt(found, steps, revision));
  const story = found &&
    history.data && { instance: found, steps, moreSteps: history.data.more, chartAt };
  return { instance, history, story };
}

/** What is known of one of the two, once both its reads have answered. */
export type Story = NonNullable<ReturnType<typeof useStory>["story"]>;
