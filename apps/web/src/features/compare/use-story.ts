import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import type { InstanceName } from "./compare-params.ts";

/** An instance, its newest steps and its chart; the first two are live. */
export function useStory({ machineId, subject }: InstanceName) {
  const trpc = useTRPC();
  const key = { machineId, subject };
  const watched = { instances: [`${machineId}/${subject}`] };
  const instance = useLiveQuery(trpc.instances.get.queryOptions(key), watched);
  const history = useLiveQuery(trpc.instances.history.queryOptions(key), watched);
  const chartId = instance.data?.chartId;
  const chart = useQuery({
    ...trpc.instances.chart.queryOptions(
      { chartId: chartId ?? 0 },
      { staleTime: Number.POSITIVE_INFINITY },
    ),
    enabled: chartId !== undefined,
  });
  const found = instance.data;
  const story =
    found && history.data && chart.data
      ? {
          instance: found,
          steps: history.data.steps,
          moreSteps: history.data.more,
          chart: chart.data.chart,
        }
      : undefined;
  return { instance, history, chart, story };
}
