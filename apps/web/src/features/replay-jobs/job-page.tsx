"use client";

import { useQuery } from "@tanstack/react-query";
import { formatDuration } from "@/lib/format-duration.ts";
import { formatCount } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { isNotFound, QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { Chip, ToneChip } from "@/ui/chip.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Note } from "@/ui/note.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { Time } from "@/ui/time.tsx";
import { JobControls } from "./components/job-controls.tsx";
import { JobFacts } from "./components/job-facts.tsx";
import { JobItems } from "./components/job-items.tsx";
import { JobProgress } from "./components/job-progress.tsx";
import { isMoving, type Job, jobTitle, stateLook } from "./job-words.ts";
import { useSpeed } from "./use-speed.ts";

/** One job: how far it has come, what each letter came to, and how to slow, stop or end it. */
export function JobPage({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const query = useLiveQuery(trpc.replayJobs.get.queryOptions({ id }), { deadLetters: true });
  if (query.isError && isNotFound(query.error)) {
    return (
      <Card>
        <EmptyState
          title="There is no such job."
          because="filtered"
          action={<ButtonLink href={paths.replayJobs()}>All replay jobs</ButtonLink>}
        >
          No replay job has the id <span className="mono">{id}</span>.
        </EmptyState>
      </Card>
    );
  }
  return (
    <QueryView query={query} what="the job" consequence="It goes on as it is." rows={10}>
      {(job) => <Shown job={job} seenAtMs={query.dataUpdatedAt} />}
    </QueryView>
  );
}

function Shown({ job, seenAtMs }: { readonly job: Job; readonly seenAtMs: number }) {
  const trpc = useTRPC();
  const me = useQuery(
    trpc.session.me.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const speed = useSpeed(job, seenAtMs);
  const { tone, glyph, label } = stateLook(job);
  const mayChange = me.data?.permissions.includes("replay") ?? false;
  return (
    <>
      <PageTitle
        title={jobTitle(job)}
        actions={
          job.kind === "replay" &&
          job.dryRun && (
            <ButtonLink glyph="replay" href={paths.deadLetters({ selection: job.selectionId })}>
              Replay these letters…
            </ButtonLink>
          )
        }
      >
        <ToneChip tone={tone} glyph={glyph}>
          {label}
        </ToneChip>
        {job.dryRun && <Chip glyph="flask">nothing is changed</Chip>}
        {job.force && <Chip glyph="alert">forced</Chip>}
        <span className="text-ink-2">
          by {job.actor}, <Time at={job.createdAt} />
          {job.finishedAt && (
            <>
              , ended <Time at={job.finishedAt} />
            </>
          )}
        </span>
      </PageTitle>
      {job.why && job.state === "paused" && (
        <Note kind="warn" title={`Paused: ${job.why}.`}>
          {job.why.startsWith("by ")
            ? "Letters that workers had in hand have ended. Nothing more goes until it is resumed."
            : "It paused by itself. Look at what failed before it goes on: resuming counts failures anew."}
        </Note>
      )}
      <div className="grid min-h-0 flex-1 gap-3.5 drawer:grid-cols-[340px_minmax(0,1fr)]">
        <div className="flex min-h-0 flex-col gap-3.5 overflow-y-auto">
          <JobProgress job={job} />
          {isMoving(job) && <SpeedLine job={job} speed={speed} />}
          <JobControls job={job} mayChange={mayChange} roleName={me.data?.role} />
          <JobFacts job={job} />
        </div>
        <JobItems job={job} />
      </div>
    </>
  );
}

function SpeedLine({ job, speed }: { readonly job: Job; readonly speed: number | undefined }) {
  if (job.state !== "running" || speed === undefined || speed <= 0) return null;
  const left = job.waiting + job.open;
  return (
    <p className="px-0.5 text-12 text-ink-3">
      {formatCount(Math.round(speed * 10) / 10)} letters a second, about{" "}
      {formatDuration((left / speed) * 1_000)} to go
    </p>
  );
}
