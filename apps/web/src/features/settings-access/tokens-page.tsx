"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AdminAction, ForAdmins } from "@/trpc/for-admins.tsx";
import { QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { Chip } from "@/ui/chip.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { Time } from "@/ui/time.tsx";
import { NewToken } from "./tokens/new-token.tsx";
import { RevokeToken } from "./tokens/revoke-token.tsx";
import type { TokenRow } from "./tokens/token-row.ts";

/** Tokens for the command line, for sending events and for metrics. */
export function TokensPage() {
  const [dialog, setDialog] = useState<{ readonly revoke?: TokenRow }>();
  const close = () => setDialog(undefined);
  return (
    <>
      <PageTitle
        title="API tokens"
        actions={
          <AdminAction>
            <Button kind="solid" glyph="plus" onClick={() => setDialog({})}>
              New token
            </Button>
          </AdminAction>
        }
      />
      <ForAdmins what="API tokens">
        <Tokens onRevoke={(token) => setDialog({ revoke: token })} />
        <NewToken open={dialog !== undefined && !dialog.revoke} onClose={close} />
        <RevokeToken token={dialog?.revoke} onClose={close} />
      </ForAdmins>
    </>
  );
}

function Tokens({ onRevoke }: { readonly onRevoke: (token: TokenRow) => void }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.tokens.list.queryOptions());
  return (
    <Card label="API tokens" className="overflow-x-auto">
      <QueryView query={query} what="tokens" consequence="There may be some." rows={5}>
        {({ tokens }) =>
          tokens.length === 0 ? (
            <EmptyState title="No tokens yet." because="filtered">
              The command line and services that send events need one.
            </EmptyState>
          ) : (
            <Table caption="API tokens">
              <thead>
                <tr>
                  <Th>Name</Th>
                  <Th>May</Th>
                  <Th className="max-drawer:hidden">Made by</Th>
                  <Th className="max-drawer:hidden">Made</Th>
                  <Th>Expires</Th>
                  <Th>Last used</Th>
                  <Th>
                    <span className="sr-only">Revoke</span>
                  </Th>
                </tr>
              </thead>
              <tbody>
                {tokens.map((token) => (
                  <TokenCells key={token.id} token={token} onRevoke={() => onRevoke(token)} />
                ))}
              </tbody>
            </Table>
          )
        }
      </QueryView>
    </Card>
  );
}

function TokenCells({
  token,
  onRevoke,
}: {
  readonly token: TokenRow;
  readonly onRevoke: () => void;
}) {
  const isOver = token.expiresAt !== null && token.expiresAt.getTime() < Date.now();
  return (
    <Tr>
      <Td>
        <span className="inline-flex items-center gap-2">
          <b className="font-strong">{token.name}</b>
          {token.revokedAt ? (
            <Chip tone="red">Revoked</Chip>
          ) : (
            isOver && <Chip tone="amber">Expired</Chip>
          )}
        </span>
      </Td>
      <Td className="mono">{token.scopes.join(", ")}</Td>
      <Td className="max-drawer:hidden">{token.createdBy}</Td>
      <Td className="max-drawer:hidden">
        <Time at={token.createdAt} show="age" />
      </Td>
      <Td>
        {token.expiresAt ? (
          <Time at={token.expiresAt} show="moment" />
        ) : (
          <span className="text-ink-3">never</span>
        )}
      </Td>
      <Td>
        {token.lastUsedAt ? (
          <Time at={token.lastUsedAt} show="age" />
        ) : (
          <span className="text-ink-3">not used</span>
        )}
      </Td>
      <Td end>
        {!token.revokedAt && (
          <Button size="sm" onClick={onRevoke} aria-label={`Revoke ${token.name}`}>
            Revoke…
          </Button>
        )}
      </Td>
    </Tr>
  );
}
