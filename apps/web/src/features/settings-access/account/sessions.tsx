"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageOf, QueryView } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { readAllAgain } from "@/trpc/read-again.ts";
import { Button } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { Chip } from "@/ui/chip.tsx";
import { Note } from "@/ui/note.tsx";
import { Time } from "@/ui/time.tsx";
import { browserName } from "./browser-name.ts";

type SessionRow = RouterOutputs["account"]["sessions"][number];

/** Where a person is signed in, and the way to end it. */
export function Sessions() {
  const trpc = useTRPC();
  const client = useQueryClient();
  const query = useQuery(trpc.account.sessions.queryOptions());
  const onSuccess = () => readAllAgain(client, { queryKey: trpc.account.sessions.queryKey() });
  const end = useMutation(trpc.account.endSession.mutationOptions({ onSuccess }));
  const endOthers = useMutation(trpc.account.endOtherSessions.mutationOptions({ onSuccess }));
  const error = end.error ?? endOthers.error;
  const others = query.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  return (
    <Card label="Sessions">
      <CardHeader title="Sessions" sub="where you are signed in">
        {others > 0 && (
          <Button size="sm" disabled={endOthers.isPending} onClick={() => endOthers.mutate()}>
            End the others
          </Button>
        )}
      </CardHeader>
      {error && (
        <Note kind="bad" className="m-3.5">
          {messageOf(error)}
        </Note>
      )}
      <QueryView query={query} what="sessions" consequence="There may be others." rows={3}>
        {(sessions) => (
          <ul>
            {sessions.map((session) => (
              <SessionItem
                key={session.id}
                session={session}
                disabled={end.isPending}
                onEnd={() => end.mutate({ id: session.id })}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}

function SessionItem(props: {
  readonly session: SessionRow;
  readonly disabled: boolean;
  readonly onEnd: () => void;
}) {
  const { isCurrent, userAgent, address, createdAt } = props.session;
  return (
    <li className="flex items-center gap-3 border-line px-3.5 py-2 not-first:border-t">
      <div className="min-w-0 flex-1 text-12">
        <span className="flex items-center gap-2">
          <b className="truncate font-strong">{browserName(userAgent)}</b>
          {isCurrent && <Chip tone="green">This one</Chip>}
        </span>
        <span className="text-ink-3">
          {address ?? "address not known"}, since <Time at={createdAt} show="age" />
        </span>
      </div>
      {!isCurrent && (
        <Button size="sm" disabled={props.disabled} onClick={props.onEnd}>
          End
        </Button>
      )}
    </li>
  );
}
