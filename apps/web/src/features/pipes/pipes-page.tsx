"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { chartRangeOf } from "@/lib/chart-range.ts";
import { useUrlParams } from "@/lib/use-url-params.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Note } from "@/ui/note.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { RangeChoice } from "@/ui/range-choice.tsx";
import { DispatchersCard } from "./components/dispatchers-card.tsx";
import { FeedsCard } from "./components/feeds-card.tsx";
import { HandBackDialog } from "./components/hand-back-dialog.tsx";
import { MoveFeedDialog } from "./components/move-feed-dialog.tsx";
import { OutboxCard } from "./components/outbox-card.tsx";
import { TimersCard } from "./components/timers-card.tsx";
import { TrendCards } from "./components/trend-cards.tsx";
import { WorkersCard } from "./components/workers-card.tsx";
import {
  type Feed,
  holderInWords,
  lastingHolders,
  type Pipes,
  pipesInWords,
  type Worker,
} from "./pipes.ts";

const REFRESH_MS = 1_000; // counts over whole tables

/** How events get from here to there: what waits for whom, who leads what, who works, and what holds it up. */
export function PipesPage() {
  const trpc = useTRPC();
  const url = useUrlParams();
  const range = chartRangeOf(url.get("range"), "1h");
  const me = useQuery(
    trpc.session.me.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const mayOperate = me.data?.permissions.some((permission) => permission === "operate");
  const [moved, setMoved] = useState<Feed>();
  const [handedBack, setHandedBack] = useState<Worker>();
  const query = useLiveQuery(
    trpc.pipes.get.queryOptions({ range }, { placeholderData: (old) => old }),
    { anyInstance: true, anyCorrelation: true, deadLetters: true, workers: true, audit: true },
    { intervalMs: REFRESH_MS },
  );
  return (
    <>
      <PageTitle
        title="Pipes"
        actions={
          <RangeChoice
            value={range}
            onChange={(next) => url.set({ range: next === "1h" ? undefined : next })}
          />
        }
      >
        <span className="text-13 text-ink-2">{query.data && pipesInWords(query.data)}</span>
      </PageTitle>
      <QueryView query={query} what="the pipes" consequence="Something may stand still." rows={12}>
        {(pipes) => (
          <>
            <Obstacles pipes={pipes} />
            <TrendCards pipes={pipes} range={range} />
            <div id="outbox">
              <OutboxCard pipes={pipes} range={range} />
            </div>
            <div id="feeds" className="grid flex-none">
              <FeedsCard pipes={pipes} range={range} onMove={mayOperate ? setMoved : undefined} />
            </div>
            <div className="grid min-h-0 flex-none gap-3.5 drawer:grid-cols-[minmax(0,1fr)_446px]">
              <div id="dispatchers" className="grid">
                <DispatchersCard pipes={pipes} range={range} />
              </div>
              <div id="timers" className="grid">
                <TimersCard pipes={pipes} />
              </div>
            </div>
            <div id="workers">
              <WorkersCard pipes={pipes} onHandBack={mayOperate ? setHandedBack : undefined} />
            </div>
          </>
        )}
      </QueryView>
      {moved && <MoveFeedDialog feed={moved} onClose={() => setMoved(undefined)} />}
      {handedBack && (
        <HandBackDialog worker={handedBack} onClose={() => setHandedBack(undefined)} />
      )}
    </>
  );
}

/** What holds something up that nobody at work can help. */
function Obstacles({ pipes }: { readonly pipes: Pipes }) {
  return (
    <>
      {lastingHolders(pipes.holders).map((holder) => (
        <Note
          key={`${holder.topic} ${holder.pid}`}
          kind="bad"
          title={`Feeds of topic ${holder.topic} wait.`}
        >
          {holderInWords(holder)}
        </Note>
      ))}
      {pipes.scheduled.due > 0 && pipes.workers.every(({ stoppedAt }) => stoppedAt !== null) && (
        <Note kind="bad" title="Scheduled events are due and nobody publishes them.">
          No worker runs.
        </Note>
      )}
    </>
  );
}
