"use client";

import { type ReactNode, useMemo } from "react";
import { formatCount } from "@/lib/format-number.ts";
import { useUrlParams } from "@/lib/use-url-params.ts";
import { isNotFound, QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Note } from "@/ui/note.tsx";
import { ConversationTitle } from "./components/conversation-title.tsx";
import { EnvelopeDock } from "./components/envelope-dock.tsx";
import {
  type Conversation,
  type GraphEnvelope,
  summaryOf,
  toGraphEnvelopes,
} from "./conversation.ts";

/** What the page's graph shows. */
export interface GraphSlot {
  readonly envelopes: readonly GraphEnvelope[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}

interface ConversationPageProps {
  readonly correlationId: string;
  readonly renderGraph: (slot: GraphSlot) => ReactNode;
}

const REFRESH_MS = 500; // the graph is laid out anew each time

/** The chain of envelopes that one correlation id ties together, and the one that is looked at. */
export function ConversationPage({ correlationId, renderGraph }: ConversationPageProps) {
  const trpc = useTRPC();
  const query = useLiveQuery(
    trpc.conversations.get.queryOptions({ correlationId }),
    { correlations: [correlationId], deadLetters: true },
    { intervalMs: REFRESH_MS },
  );
  if (isNotFound(query.error)) {
    return (
      <Card>
        <EmptyState title={`No envelope of ${correlationId} is recorded.`} because="filtered">
          It may be older than what is kept.
        </EmptyState>
      </Card>
    );
  }
  return (
    <QueryView query={query} what="the conversation" consequence="It has envelopes." rows={12}>
      {(conversation) => <Chain conversation={conversation} renderGraph={renderGraph} />}
    </QueryView>
  );
}

interface ChainProps {
  readonly conversation: Conversation;
  readonly renderGraph: ConversationPageProps["renderGraph"];
}

function Chain({ conversation, renderGraph }: ChainProps) {
  const url = useUrlParams();
  const envelopes = useMemo(() => toGraphEnvelopes(conversation), [conversation]);
  const summary = useMemo(() => summaryOf(conversation), [conversation]);
  const asked = url.get("event");
  const selected = asked ?? envelopes[0]?.id;
  return (
    <>
      <ConversationTitle conversation={conversation} summary={summary} />
      {conversation.more && (
        <Note
          kind="warn"
          title={`Only the first ${formatCount(summary.envelopes)} envelopes are drawn.`}
        >
          More are recorded. Search for one by its id.
        </Note>
      )}
      <Card label="Graph" className="flex min-h-80 flex-1 flex-col overflow-hidden">
        {renderGraph({ envelopes, selected, onSelect: (id) => url.set({ event: id }) })}
      </Card>
      {selected && <EnvelopeDock id={selected} correlationId={conversation.correlationId} />}
    </>
  );
}
