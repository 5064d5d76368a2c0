import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTRPC, useTRPCClient } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import type { InstanceKey } from "../use-instance.ts";
import type { ActionOrder } from "./action-order.ts";
import type { ActionAnswer } from "./report-words.ts";

/** Everything that one request says. */
export interface ActionRequest {
  readonly order: ActionOrder;
  readonly dryRun: boolean;
  readonly reason?: string;
  /** The revision that was looked at; the engine refuses if the instance moved since. */
  readonly ifRevision?: number;
}

/** One way to ask: a dry run, or the real thing. */
export interface ActionDoor {
  readonly ask: (request: ActionRequest) => void;
  /** How far the last request has come; followed until it has ended. */
  readonly answer: ActionAnswer | undefined;
  /** What the last request asked for. */
  readonly asked: ActionRequest | undefined;
  readonly isRunning: boolean;
  readonly error: unknown;
  readonly forget: () => void;
}

const ENDED = new Set<ActionAnswer["status"]>(["done", "refused", "failed"]);

/** Whether nothing more comes of it. */
export function hasEnded({ status }: Pick<ActionAnswer, "status">): boolean {
  return ENDED.has(status);
}

/** Asks for actions on an instance, and follows what comes of them. */
export function useAction({ machineId, subject }: InstanceKey): ActionDoor {
  const client = useTRPCClient();
  const { mutate, reset, data, variables, isPending, error } = useMutation({
    mutationFn: ({ order, ...how }: ActionRequest): Promise<ActionAnswer> => {
      const { operations } = client;
      const whom = { machineId, subject, ...how };
      switch (order.kind) {
        case "send":
          return operations.send.mutate({ ...whom, ...withoutKind(order) });
        case "resume":
          return operations.resume.mutate({ ...whom, ...withoutKind(order) });
        case "skip":
          return operations.skip.mutate({ ...whom, ...withoutKind(order) });
        case "cancel":
          return operations.cancel.mutate(whom);
        case "rewind":
          return operations.rewind.mutate({ ...whom, ...withoutKind(order) });
        case "migrate":
          return operations.migrate.mutate({ ...whom, ...withoutKind(order) });
      }
    },
  });
  const answer = useFollowed({ machineId, subject }, data);
  const isRunning = isPending || (answer !== undefined && !hasEnded(answer));
  return { ask: mutate, answer, asked: variables, isRunning, error, forget: reset };
}

function withoutKind<Order extends ActionOrder>({
  kind: _kind,
  ...rest
}: Order): Omit<Order, "kind"> {
  return rest;
}

/** A command as it is now, followed live until it has ended; a real one then has its instance read anew. */
function useFollowed(key: InstanceKey, answer: ActionAnswer | undefined): ActionAnswer | undefined {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const id = answer?.commandId ?? "";
  const isOpen = answer !== undefined && !hasEnded(answer);
  const followed = useLiveQuery(
    trpc.operations.command.queryOptions({ id }, { enabled: isOpen }),
    isOpen ? { commands: [id] } : {},
  );
  const latest = isOpen ? (followed.data ?? answer) : answer;
  const endedId = latest && !latest.dryRun && hasEnded(latest) ? latest.commandId : undefined;
  const { machineId, subject } = key;
  useEffect(() => {
    if (endedId === undefined) return;
    for (const read of [trpc.instances.get, trpc.instances.history]) {
      void queryClient.invalidateQueries({ queryKey: read.queryKey({ machineId, subject }) });
    }
  }, [endedId, machineId, subject, trpc, queryClient]);
  return latest;
}
