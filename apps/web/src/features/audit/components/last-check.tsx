import { useMutation, useQueryClient } from "@tanstack/react-query";
import { cx } from "@/lib/cx.ts";
import { messageOf } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { readAllAgain } from "@/trpc/read-again.ts";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Button } from "@/ui/button.tsx";
import { Time } from "@/ui/time.tsx";
import { checkWords } from "../audit-words.ts";

const REFRESH_MS = 5_000;

/** Who had the chain checked last and what came out, and a button that checks it: that is an entry of the audit itself. */
export function LastCheck() {
  const trpc = useTRPC();
  const client = useQueryClient();
  const query = useLiveQuery(
    trpc.audit.lastCheck.queryOptions(),
    { audit: true },
    { intervalMs: REFRESH_MS },
  );
  const check = useMutation(
    trpc.audit.check.mutationOptions({
      onSuccess: () => readAllAgain(client, trpc.audit.pathFilter()),
    }),
  );
  const last = query.data;
  return (
    <span className="flex flex-wrap items-center gap-2 text-12 text-ink-3">
      <span role="status">
        {check.isError ? (
          <span className="text-red">It could not be checked: {messageOf(check.error)}.</span>
        ) : last ? (
          <>
            Last checked by {last.by} <Time at={last.at} />,{" "}
            <span className={cx(last.brokenSeq !== undefined && "text-red")}>
              {checkWords(last)}
            </span>
          </>
        ) : query.isError ? (
          `Who had it checked last could not be read: ${messageOf(query.error)}.`
        ) : (
          last === null && "Nobody has had it checked yet"
        )}
      </span>
      <Button size="sm" disabled={check.isPending} onClick={() => check.mutate()}>
        {check.isPending ? "Checking…" : "Check now"}
      </Button>
    </span>
  );
}
