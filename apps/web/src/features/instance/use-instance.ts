import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";

/** Names an instance. */
export interface InstanceKey {
  readonly machineId: string;
  readonly subject: string;
}

const IMMUTABLE = Number.POSITIVE_INFINITY;

/** The instance and its newest steps, live. */
export function useInstance(key: InstanceKey) {
  const trpc = useTRPC();
  const watched = { instances: [`${key.machineId}/${key.subject}`], deadLetters: true };
  const instance = useLiveQuery(trpc.instances.get.queryOptions(key), watched);
  const history = useLiveQuery(trpc.instances.history.queryOptions(key), watched);
  return { instance, history };
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
