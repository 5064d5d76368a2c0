import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { readAllAgain } from "@/trpc/read-again.ts";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { ImportDialog } from "./import-dialog.tsx";

const PUBLIC_INDEX = "/public/asyncapi/index.html";

/** What may be done about documents as a whole: import one, open them to the public. Only an admin may. */
export function DocumentActions() {
  const trpc = useTRPC();
  const [isImporting, setImporting] = useState(false);
  const me = useQuery(
    trpc.session.me.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const isPublic = useQuery(trpc.asyncapi.isPublic.queryOptions());
  const mayChange = me.data?.permissions.includes("administer") === true;
  return (
    <>
      {isPublic.data === true && (
        <ButtonLink glyph="external" href={PUBLIC_INDEX} prefetch={false} target="_blank">
          Public pages
        </ButtonLink>
      )}
      {mayChange && isPublic.data !== undefined && <PublicButton isPublic={isPublic.data} />}
      {mayChange && (
        <Button glyph="plus" onClick={() => setImporting(true)}>
          Import a document
        </Button>
      )}
      {mayChange && <ImportDialog open={isImporting} onClose={() => setImporting(false)} />}
    </>
  );
}

function PublicButton({ isPublic }: { readonly isPublic: boolean }) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const change = useMutation(
    trpc.asyncapi.setPublic.mutationOptions({
      onSuccess: () => readAllAgain(client, trpc.asyncapi.isPublic.queryFilter()),
    }),
  );
  return (
    <>
      <Button
        glyph="lock"
        disabled={change.isPending}
        onClick={() => change.mutate({ isPublic: !isPublic })}
        title="Public pages show what is declared to anybody, without signing in, and nothing of what was seen"
      >
        {isPublic ? "Close the public pages" : "Open to the public"}
      </Button>
      <span role="status" className="text-12 text-red empty:hidden">
        {change.isError ? messageOf(change.error) : ""}
      </span>
    </>
  );
}
