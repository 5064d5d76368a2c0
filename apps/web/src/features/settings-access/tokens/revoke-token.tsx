"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { readAgain } from "@/trpc/read-again.ts";
import { Button } from "@/ui/button.tsx";
import { Dialog, DialogHeader } from "@/ui/dialog.tsx";
import { Note } from "@/ui/note.tsx";
import type { TokenRow } from "./token-row.ts";

/** Ask once more, since whatever uses the token stops at once. */
export function RevokeToken(props: {
  readonly token: TokenRow | undefined;
  readonly onClose: () => void;
}) {
  const { token, onClose } = props;
  const trpc = useTRPC();
  const client = useQueryClient();
  const revoke = useMutation(
    trpc.tokens.revoke.mutationOptions({
      onSuccess: async () => {
        await readAgain(client, trpc.tokens.list.queryOptions().queryKey);
        onClose();
      },
    }),
  );
  const label = `Revoke ${token?.name ?? "token"}`;
  return (
    <Dialog open={token !== undefined} onClose={onClose} label={label}>
      <DialogHeader title={label} onClose={onClose} />
      <div className="flex flex-col gap-3 p-5">
        <p>Whatever uses it is refused from now on. This cannot be taken back.</p>
        {revoke.error && <Note kind="bad">{messageOf(revoke.error)}</Note>}
        <div className="flex justify-end">
          <Button
            kind="danger"
            disabled={revoke.isPending}
            onClick={() => token && revoke.mutate({ id: token.id })}
          >
            {label}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
