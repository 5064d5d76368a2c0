import { chartGraph } from "@sagascope/core/charts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";

/** Names an instance. */
export interface InstanceKey {
  readonly machineId: string;
  readonly subject: string;
}

const IMMUTABLE = Number.POSITIVE_INFINITY;

/** The instance, its steps and its chart. The first two are live; a chart version never changes. */
export function useInstance(key: InstanceKey) {
  const trpc = useTRPC();
  const watched = { instances: [`${key.machineId}/${key.subject}`], deadLetters: true };
  const instance = useLiveQuery(trpc.instances.get.queryOptions(key), watched);
  const history = useLiveQuery(trpc.instances.history.queryOptions(key), watched);
  const chartId = instance.data?.chartId;
  const chart = useQuery({
    ...trpc.instances.chart.queryOptions({ chartId: chartId ?? 0 }, { staleTime: IMMUTABLE }),
    enabled: chartId !== undefined,
  });
  const source = useMemo(
    () => chart.data && { chart: chart.data.chart, graph: chartGraph(chart.data.chart) },
    [chart.data],
  );
  return { instance, history, chart, source };
}

/** The whole context right after a step; nothing is asked while `revision` is absent. */
export function useStep(key: InstanceKey, revision: number | undefined) {
  const trpc = useTRPC();
  return useQuery({
    ...trpc.instances.step.queryOptions(
      { ...key, revision: revision ?? 1 },
      { staleTime: IMMUTABLE, placeholderData: keepPreviousData },
    ),
    enabled: revision !== undefined,
  });
}

/** The envelopes of the instance's subject. */
export function useEnvelopes({ machineId, subject }: InstanceKey) {
  const trpc = useTRPC();
  return useLiveQuery(trpc.envelopes.list.queryOptions({ subject }), {
    instances: [`${machineId}/${subject}`],
  });
}
