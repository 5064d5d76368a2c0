import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { messageOf } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { readAllAgain } from "@/trpc/read-again.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog, DialogHeader } from "@/ui/dialog.tsx";
import { Note } from "@/ui/note.tsx";

interface ForgetProps {
  /** Of the imported service. */
  readonly name: string;
  readonly versions: number;
}

/** Forgets an imported document once it was confirmed. Only an admin sees it. */
export function ForgetButton(props: ForgetProps) {
  const trpc = useTRPC();
  const [isAsking, setAsking] = useState(false);
  const me = useQuery(
    trpc.session.me.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  if (me.data?.permissions.includes("administer") !== true) return null;
  return (
    <>
      <Button glyph="x" onClick={() => setAsking(true)}>
        Forget this import…
      </Button>
      <Dialog open={isAsking} onClose={() => setAsking(false)} label="Forget this import">
        <ForgetForm {...props} onClose={() => setAsking(false)} />
      </Dialog>
    </>
  );
}

function ForgetForm({ name, versions, onClose }: ForgetProps & { readonly onClose: () => void }) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const forget = useMutation(
    trpc.asyncapi.forget.mutationOptions({
      onSuccess: async () => {
        router.push(paths.asyncapi());
        await readAllAgain(client, trpc.asyncapi.list.queryFilter());
      },
    }),
  );
  return (
    <>
      <DialogHeader title={`Forget ${name}`} onClose={onClose} />
      <div className="flex flex-col gap-3 px-5 py-4 text-13">
        <p>
          {versions === 1 ? "Its one kept version goes" : `All ${versions} kept versions go`}, and
          conversations and the choreography no longer call the service by this name. Envelopes stay
          as they are. The document can be imported again; the audit keeps who forgot it.
        </p>
        {forget.isError && (
          <Note kind="bad" title="Nothing was forgotten.">
            {messageOf(forget.error)}
          </Note>
        )}
      </div>
      <div className="flex justify-end gap-2 border-t border-line px-4 py-3">
        <Button onClick={onClose}>Keep it</Button>
        <Button kind="danger" disabled={forget.isPending} onClick={() => forget.mutate({ name })}>
          {forget.isPending ? "Forgetting…" : `Forget ${formatPlural(versions, "version")}`}
        </Button>
      </div>
    </>
  );
}
