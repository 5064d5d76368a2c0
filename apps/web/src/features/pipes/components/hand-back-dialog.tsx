import { useMutation, useQueryClient } from "@tanstack/react-query";
import { formatPlural } from "@/lib/format-number.ts";
import { messageOf } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { readAllAgain } from "@/trpc/read-again.ts";
import { type Worker, workerName } from "../pipes.ts";
import { ActionDialog } from "./action-dialog.tsx";

/** Takes from a dead worker what it holds, so that others go on at once. */
export function HandBackDialog(props: { readonly worker: Worker; readonly onClose: () => void }) {
  const { worker, onClose } = props;
  const trpc = useTRPC();
  const client = useQueryClient();
  const dryRun = useMutation(trpc.pipes.handBack.mutationOptions());
  const real = useMutation(
    trpc.pipes.handBack.mutationOptions({
      onSuccess: async () => {
        await readAllAgain(client, trpc.pipes.pathFilter());
        onClose();
      },
    }),
  );
  const held = dryRun.data;
  const isNothing = held && held.shards + held.deliveries + held.calls === 0;
  const failed = real.error ?? dryRun.error;
  return (
    <ActionDialog
      title={`Hand back leases of ${workerName(worker.id)}`}
      onClose={onClose}
      wouldDo={
        held &&
        (isNothing ? (
          "Would do nothing: it holds nothing any more."
        ) : (
          <>
            Would hand back {formatPlural(held.shards, "shard")},{" "}
            {formatPlural(held.deliveries, "delivery", "deliveries")} and{" "}
            {formatPlural(held.calls, "service call")}. A call that is under way may be made once
            more. If the worker is only slow, it commits nothing.
          </>
        ))
      }
      error={failed ? messageOf(failed) : undefined}
      isBusy={dryRun.isPending || real.isPending}
      onDryRun={() => dryRun.mutate({ workerId: worker.id, dryRun: true })}
      verb="Hand back leases"
      onDo={(reason) => real.mutate({ workerId: worker.id, dryRun: false, reason })}
    />
  );
}
