"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { paths } from "@/lib/paths.ts";
import { isNotFound, QueryView } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { Chip } from "@/ui/chip.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { Time } from "@/ui/time.tsx";
import { ArchiveButton } from "./components/archive-button.tsx";
import { CauseCare } from "./components/cause-care.tsx";
import { EnvelopeCard } from "./components/envelope-card.tsx";
import { HistoryCard } from "./components/history-card.tsx";
import { ReplayCard } from "./components/replay-card.tsx";
import { ResumeCard } from "./components/resume-card.tsx";
import { WhatWentWrong } from "./components/what-went-wrong.tsx";
import { WhereItFailed } from "./components/where-it-failed.tsx";
import type { LetterChart } from "./letter-chart.ts";
import { machineWords, titleOf } from "./letter-words.ts";

type Letter = RouterOutputs["deadLetters"]["get"];

/** One letter: what went wrong, where, what a replay would do, and the replay itself. */
export function LetterPage(props: {
  readonly id: string;
  /** Draws a chart in the place it is given: charts are another feature's. */
  readonly renderChart: (chart: LetterChart) => ReactNode;
}) {
  const trpc = useTRPC();
  const query = useLiveQuery(trpc.deadLetters.get.queryOptions({ id: props.id }), {
    deadLetters: true,
  });
  if (query.isError && isNotFound(query.error)) return <NoLetter id={props.id} />;
  return (
    <QueryView query={query} what="the letter" consequence="It may be there." rows={12}>
      {(letter) => <Shown letter={letter} renderChart={props.renderChart} />}
    </QueryView>
  );
}

function Shown(props: {
  readonly letter: Letter;
  readonly renderChart: (chart: LetterChart) => ReactNode;
}) {
  const { letter, renderChart } = props;
  const trpc = useTRPC();
  const me = useQuery(
    trpc.session.me.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const permissions = me.data?.permissions;
  const Act = letter.source === "state" ? ResumeCard : ReplayCard;
  return (
    <>
      <LetterTitle letter={letter} mayArchive={permissions?.includes("resolve") ?? false} />
      <div className="grid min-h-0 flex-1 gap-3.5 drawer:grid-cols-[minmax(0,1fr)_380px] wide:grid-cols-[minmax(0,1fr)_440px]">
        <div className="flex min-h-0 min-w-0 flex-col gap-3.5">
          <WhatWentWrong letter={letter} />
          <WhereItFailed letter={letter} renderChart={renderChart} />
          <div className="grid min-h-56 flex-[5] grid-cols-1 gap-3.5 narrow:grid-cols-2">
            <EnvelopeCard letter={letter} mayUnseal={permissions?.includes("unseal") ?? false} />
            <div className="flex min-h-0 flex-col gap-3.5">
              <HistoryCard letter={letter} />
              <Card label="Cause" className="flex-none overflow-hidden">
                <CardHeader title="Cause" sub="care and notes, shared by its letters" />
                <CauseCare cause={letter.fingerprint} />
              </Card>
            </div>
          </div>
        </div>
        <Act key={letter.id} letter={letter} permissions={permissions} roleName={me.data?.role} />
      </div>
    </>
  );
}

function LetterTitle(props: { readonly letter: Letter; readonly mayArchive: boolean }) {
  const { letter, mayArchive } = props;
  const { subject, eventType, capturedAt, resolvedAt, correlationId } = letter;
  return (
    <PageTitle
      title={
        <span className="flex items-center gap-2.5">
          <Glyph name="st-dead" className={resolvedAt ? "text-ink-3" : "text-red"} />
          <span className="max-w-[48ch] truncate" title={titleOf(letter)}>
            {titleOf(letter)}
          </span>
        </span>
      }
      actions={
        <>
          {mayArchive && <ArchiveButton letter={letter} />}
          {correlationId && (
            <ButtonLink glyph="conversation" href={paths.conversation(correlationId)}>
              Conversation
            </ButtonLink>
          )}
        </>
      }
    >
      <Link href={paths.search(subject)}>
        <Chip mono outlined>
          {subject}
        </Chip>
      </Link>
      <Chip mono>{eventType}</Chip>
      {letter.archivedAt && <Chip>archived</Chip>}
      {resolvedAt && (
        <Chip glyph="check" tone="green">
          resolved
        </Chip>
      )}
      <span className="text-ink-2">
        machine {machineWords(letter)}, <Time at={capturedAt} />,{" "}
        <Time at={capturedAt} show="age" />
      </span>
    </PageTitle>
  );
}

function NoLetter({ id }: { readonly id: string }) {
  return (
    <Card>
      <EmptyState
        title="There is no such letter."
        because="filtered"
        action={<ButtonLink href={paths.deadLetters()}>All dead letters</ButtonLink>}
      >
        No dead letter has the id <span className="mono">{id}</span>.
      </EmptyState>
    </Card>
  );
}
