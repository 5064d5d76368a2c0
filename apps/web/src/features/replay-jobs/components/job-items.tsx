import Link from "next/link";
import { formatCount } from "@/lib/format-number.ts";
import { useRowKeys } from "@/lib/keys/use-row-keys.ts";
import { paths } from "@/lib/paths.ts";
import { useUrlParams } from "@/lib/use-url-params.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Segmented } from "@/ui/segmented.tsx";
import { TONE_TEXT } from "@/ui/state-table.ts";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { itemLook, type Job, type Which, whichOptions } from "../job-words.ts";

type Item = RouterOutputs["replayJobs"]["items"][number];

const PAGE_ROWS = 100;
const REFRESH_MS = 1_000;
const WHICH = ["all", "notThrough", "succeeded", "failed", "held", "skipped", "open", "waiting"];

/** What each letter came to; filter and place stand in the URL. */
export function JobItems({ job }: { readonly job: Job }) {
  const trpc = useTRPC();
  const url = useUrlParams();
  const which = (WHICH.find((value) => value === url.get("which")) ?? "all") as Which;
  const after = Math.max(0, Math.trunc(Number(url.get("after") ?? 0)) || 0);
  const query = useLiveQuery(
    trpc.replayJobs.items.queryOptions(
      { id: job.id, which, afterOrdinal: after, limit: PAGE_ROWS },
      { placeholderData: (old) => old },
    ),
    { deadLetters: true },
    { intervalMs: REFRESH_MS },
  );
  const rows = query.data ?? [];
  const keys = useRowKeys(
    rows.map(({ ordinal, letterId }) => ({
      id: String(ordinal),
      href: paths.deadLetter(letterId),
    })),
  );
  const last = rows.length === PAGE_ROWS ? rows.at(-1)?.ordinal : undefined;
  return (
    <Card label="Letters" className="flex min-h-96 flex-col overflow-hidden drawer:min-h-0">
      <div className="flex flex-none items-center gap-2 overflow-x-auto border-b border-line px-2.5 py-1.5">
        <Segmented
          label="Which letters"
          value={which}
          options={whichOptions(job, which)}
          onChange={(value) =>
            url.set({ which: value === "all" ? undefined : value, after: undefined }, "push")
          }
        />
      </div>
      <QueryView query={query} what="letters" consequence="The job goes on." rows={10}>
        {(items) =>
          items.length > 0 ? (
            <div className="min-h-0 flex-1 overflow-auto">
              <ItemTable items={items} job={job} rowProps={keys.rowProps} onSelect={keys.select} />
            </div>
          ) : (
            <EmptyState title="No such letter in this job." because="filtered">
              {after > 0 ? "There is none further on." : "Choose another filter above."}
            </EmptyState>
          )
        }
      </QueryView>
      {(after > 0 || last !== undefined) && (
        <div className="flex flex-none items-center justify-end gap-2 border-t border-line bg-surface-2 px-3.5 py-2 text-12 text-ink-3">
          <span>{formatCount(rows.length)} shown</span>
          {after > 0 && (
            <Button size="sm" onClick={() => url.set({ after: undefined }, "push")}>
              First
            </Button>
          )}
          <Button
            size="sm"
            after="right"
            disabled={last === undefined}
            onClick={() => url.set({ after: last }, "push")}
          >
            Next
          </Button>
        </div>
      )}
    </Card>
  );
}

function ItemTable(props: {
  readonly items: readonly Item[];
  readonly job: Job;
  readonly rowProps: (id: string) => { readonly "data-row": string; readonly selected: boolean };
  readonly onSelect: (id: string) => void;
}) {
  const { items, job, rowProps, onSelect } = props;
  return (
    <Table caption="Letters of the job">
      <thead>
        <tr className="sticky top-0 z-[1] bg-surface">
          <Th end>No.</Th>
          <Th>Letter</Th>
          <Th>Type</Th>
          <Th>Instance</Th>
          <Th>Outcome</Th>
          <Th>Why</Th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => {
          const id = String(item.ordinal);
          return (
            <Tr key={id} {...rowProps(id)} onClick={() => onSelect(id)}>
              <ItemCells item={item} job={job} />
            </Tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function ItemCells({ item, job }: { readonly item: Item; readonly job: Job }) {
  const { ordinal, letterId, subject, machineId, consumer, eventType, why } = item;
  const { label, tone } = itemLook(item, job);
  return (
    <>
      <Td end className="text-ink-3">
        {formatCount(ordinal)}
      </Td>
      <Td className="max-w-44 truncate">
        {subject === null ? (
          <span className="mono text-ink-3">{letterId}, deleted</span>
        ) : (
          <Link href={paths.deadLetter(letterId)} className="mono font-strong hover:underline">
            {subject}
          </Link>
        )}
      </Td>
      <Td className="mono max-w-48 truncate text-ink-2" title={eventType ?? undefined}>
        {eventType}
      </Td>
      <Td className="max-w-36 truncate">
        {machineId && subject !== null ? (
          <Link href={paths.instance(machineId, subject)} className="link mono">
            {machineId}
          </Link>
        ) : (
          <span className="text-ink-3">{consumer}</span>
        )}
      </Td>
      <Td className={TONE_TEXT[tone]}>{label}</Td>
      <Td className="w-full max-w-0 truncate text-ink-2" title={why ?? undefined}>
        {why}
      </Td>
    </>
  );
}
