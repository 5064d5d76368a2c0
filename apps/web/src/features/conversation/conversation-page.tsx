"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
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
  type Deeds,
  type DrawnCounts,
  type SkeletonPage,
  summaryOf,
} from "./conversation.ts";
import { useDeeds } from "./use-deeds.ts";
import { useSkeleton } from "./use-skeleton.ts";

/** Which envelopes have a box of their own, and what the drawing counts. */
export interface DrawnEnvelopes {
  readonly seqs: readonly string[];
  readonly counts: DrawnCounts;
}

/** What the page's graph shows. */
export interface GraphSlot {
  readonly source: {
    readonly pages: readonly SkeletonPage[];
    readonly marks: {
      readonly waiting: readonly Pick<
        Conversation["waiting"][number],
        "eventId" | "sink" | "attempts"
      >[];
      readonly letters: readonly Omit<Conversation["letters"][number], "id">[];
    };
  };
  readonly deeds: readonly Deeds[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onDrawn: (drawn: DrawnEnvelopes) => void;
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
  // Read beside the first answer, not after it.
  const skeleton = useSkeleton(correlationId, query.data?.recorded);
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
      {(conversation) => (
        <Chain
          conversation={conversation}
          skeleton={skeleton}
          readAt={query.dataUpdatedAt}
          renderGraph={renderGraph}
        />
      )}
    </QueryView>
  );
}

interface ChainProps {
  readonly conversation: Conversation;
  readonly skeleton: UseQueryResult<readonly SkeletonPage[]>;
  /** When the conversation was last read. */
  readonly readAt: number;
  readonly renderGraph: ConversationPageProps["renderGraph"];
}

const NO_SEQS: readonly string[] = [];

function Chain({ conversation, skeleton, readAt, renderGraph }: ChainProps) {
  const { correlationId } = conversation;
  const url = useUrlParams();
  const [drawn, setDrawn] = useState<DrawnEnvelopes>();
  const deeds = useDeeds(correlationId, drawn?.seqs ?? NO_SEQS, readAt);
  const marks = useMarks(conversation);
  const source = useMemo(
    () => (skeleton.data ? { pages: skeleton.data, marks } : undefined),
    [skeleton.data, marks],
  );
  const selected = url.get("event") ?? skeleton.data?.[0]?.ids[0];
  const onSelect = (id: string) => url.set({ event: id });
  return (
    <>
      <ConversationTitle
        conversation={conversation}
        summary={summaryOf(conversation, drawn?.counts)}
      />
      <Unmarked conversation={conversation} />
      <Card label="Graph" className="flex min-h-80 flex-1 flex-col overflow-hidden">
        <QueryView
          query={skeleton}
          what="the envelopes"
          consequence="There are envelopes."
          rows={8}
          grows
        >
          {() => source && renderGraph({ source, deeds, selected, onSelect, onDrawn: setDrawn })}
        </QueryView>
      </Card>
      {selected && <EnvelopeDock id={selected} correlationId={correlationId} deeds={deeds} />}
    </>
  );
}

/** Says where marks are missing in the drawing: they are counted in the title, but only so many are read. */
function Unmarked({ conversation }: { readonly conversation: Conversation }) {
  const { letters, letterCount, waiting, waitingCount } = conversation;
  if (letterCount <= letters.length && waitingCount <= waiting.length) return null;
  return (
    <Note kind="warn" title="Not all that is wrong is marked.">
      {formatCount(letters.length)} of {formatCount(letterCount)} dead letters and{" "}
      {formatCount(waiting.length)} of {formatCount(waitingCount)} waiting envelopes are marked in
      the drawing, the oldest of each.
    </Note>
  );
}

/** The same object as long as it says the same: dates make each answer another. */
function useMarks({ waiting, letters }: Conversation): GraphSlot["source"]["marks"] {
  const key = JSON.stringify({
    waiting: waiting.map(({ eventId, sink, attempts }) => ({ eventId, sink, attempts })),
    letters: letters.map(({ id: _id, ...letter }) => letter),
  });
  return useMemo(() => JSON.parse(key), [key]);
}
