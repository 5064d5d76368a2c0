"use client";

import Link from "next/link";
import { formatCount } from "@/lib/format-number.ts";
import { useRowKeys } from "@/lib/keys/use-row-keys.ts";
import { paths } from "@/lib/paths.ts";
import { endedOf } from "@/lib/replay-outcomes.ts";
import { useUrlParams } from "@/lib/use-url-params.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { ToneChip } from "@/ui/chip.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Distribution } from "@/ui/meter.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { Time } from "@/ui/time.tsx";
import { type Job, kindWords, sharesOf, stateLook } from "./job-words.ts";

const PAGE_ROWS = 50;
const REFRESH_MS = 500;

/** What was replayed, rehearsed or resolved many letters at a time, the newest first. */
export function JobsPage() {
  const trpc = useTRPC();
  const url = useUrlParams();
  const afterId = url.get("after");
  const query = useLiveQuery(
    trpc.replayJobs.list.queryOptions(
      { afterId, limit: PAGE_ROWS },
      { placeholderData: (old) => old },
    ),
    { deadLetters: true },
    { intervalMs: REFRESH_MS },
  );
  const rows = query.data ?? [];
  const keys = useRowKeys(rows.map(({ id }) => ({ id, href: paths.replayJob(id) })));
  const lastId = rows.length === PAGE_ROWS ? rows.at(-1)?.id : undefined;
  return (
    <>
      <PageTitle
        title="Replay jobs"
        sub="Many letters at a time: frozen, rehearsed, tried with a few, then run."
      />
      <Card label="Replay jobs" className="flex min-h-0 flex-1 flex-col overflow-hidden">
        <QueryView query={query} what="replay jobs" consequence="Jobs go on as they are." rows={10}>
          {(jobs) =>
            jobs.length > 0 ? (
              <div className="min-h-0 flex-1 overflow-auto">
                <JobTable jobs={jobs} rowProps={keys.rowProps} onSelect={keys.select} />
              </div>
            ) : afterId !== undefined ? (
              <EmptyState
                title="There is nothing further back."
                because="filtered"
                action={
                  <Button onClick={() => url.set({ after: undefined }, "push")}>
                    Back to the newest
                  </Button>
                }
              />
            ) : (
              <EmptyState
                title="No replay job yet."
                checkedAt={new Date(query.dataUpdatedAt)}
                action={<ButtonLink href={paths.deadLetters()}>Dead letters</ButtonLink>}
              >
                Choose letters there: rehearsals, replays and resolutions of many stand here.
              </EmptyState>
            )
          }
        </QueryView>
        {(afterId !== undefined || lastId !== undefined) && (
          <div className="flex flex-none items-center justify-end gap-2 border-t border-line bg-surface-2 px-3.5 py-2 text-12 text-ink-3">
            {afterId !== undefined && (
              <Button size="sm" onClick={() => url.set({ after: undefined }, "push")}>
                Newest
              </Button>
            )}
            <Button
              size="sm"
              after="right"
              disabled={lastId === undefined}
              onClick={() => url.set({ after: lastId }, "push")}
            >
              Older
            </Button>
          </div>
        )}
      </Card>
    </>
  );
}

function JobTable(props: {
  readonly jobs: readonly Job[];
  readonly rowProps: (id: string) => { readonly "data-row": string; readonly selected: boolean };
  readonly onSelect: (id: string) => void;
}) {
  return (
    <Table caption="Replay jobs">
      <thead>
        <tr className="sticky top-0 z-[1] bg-surface">
          <Th>Job</Th>
          <Th>State</Th>
          <Th className="w-56">Letters</Th>
          <Th>Reason</Th>
          <Th className="max-drawer:hidden">By</Th>
          <Th end>Started</Th>
        </tr>
      </thead>
      <tbody>
        {props.jobs.map((job) => (
          <Tr key={job.id} {...props.rowProps(job.id)} onClick={() => props.onSelect(job.id)}>
            <JobCells job={job} />
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function JobCells({ job }: { readonly job: Job }) {
  const { tone, glyph, label } = stateLook(job);
  return (
    <>
      <Td>
        <Link href={paths.replayJob(job.id)} className="font-strong hover:underline">
          {kindWords(job)}
        </Link>
      </Td>
      <Td>
        <span className="flex items-center gap-2">
          <ToneChip tone={tone} glyph={glyph}>
            {label}
          </ToneChip>
          {job.state === "paused" && (
            <span className="max-w-56 truncate text-ink-2" title={job.why ?? undefined}>
              {job.why}
            </span>
          )}
        </span>
      </Td>
      <Td>
        <span className="block text-11 text-ink-3">
          {formatCount(endedOf(job))} of {formatCount(job.letters)}
          {job.failed > 0 && (
            <b className="font-strong text-red"> {formatCount(job.failed)} failed</b>
          )}
        </span>
        <Distribution shares={sharesOf(job)} />
      </Td>
      <Td className="max-w-64 truncate text-ink-2" title={job.reason ?? undefined}>
        {job.reason ?? <span className="text-ink-3">nothing is changed</span>}
      </Td>
      <Td className="max-w-44 truncate text-ink-2 max-drawer:hidden" title={job.actor}>
        {job.actor}
      </Td>
      <Td end className="text-ink-3">
        <Time at={job.createdAt} />
      </Td>
    </>
  );
}
