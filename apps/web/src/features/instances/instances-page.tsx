"use client";

import { formatKnownCount } from "@/lib/format-number.ts";
import { useUrlParams } from "@/lib/use-url-params.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { FilterBar } from "./components/filter-bar.tsx";
import { InstanceTable } from "./components/instance-table.tsx";
import { Pager } from "./components/pager.tsx";
import { filterOf, filterWords, isNarrowed, readCursor } from "./instance-filter.ts";

const PAGE_ROWS = 50;
const REFRESH_MS = 500; // rows that change faster than this cannot be read
const NO_FILTER = {
  machine: undefined,
  phase: undefined,
  status: undefined,
  attention: undefined,
  q: undefined,
};

/** Every instance of every machine, the newest first; what it is narrowed to stands in the URL. */
export function InstancesPage() {
  const trpc = useTRPC();
  const url = useUrlParams();
  const filter = filterOf(url);
  const cursor = readCursor(url.get("after"));
  const query = useLiveQuery(
    trpc.instances.list.queryOptions(
      { filter, cursor, limit: PAGE_ROWS },
      { placeholderData: (old) => old },
    ),
    { anyInstance: true, deadLetters: true },
    { intervalMs: REFRESH_MS },
  );
  const clear = () => url.set({ ...NO_FILTER, after: undefined }, "push");
  const count =
    query.data && formatKnownCount(query.data.count, query.data.count >= query.data.countMax);
  return (
    <>
      <PageTitle title="Instances" sub={count} />
      <Card label="Instances" className="flex min-h-0 flex-1 flex-col overflow-hidden">
        <FilterBar filter={filter} url={url} onClear={clear} />
        <QueryView
          query={query}
          what="instances"
          consequence="There may be instances."
          rows={14}
          className="flex-1"
        >
          {(page) =>
            page.rows.length > 0 ? (
              <InstanceTable rows={page.rows} />
            ) : isNarrowed(filter) ? (
              <EmptyState
                title="No instance fits."
                because="filtered"
                action={<Button onClick={clear}>Clear filters</Button>}
              >
                Narrowed to {filterWords(filter)}.
              </EmptyState>
            ) : (
              <EmptyState title="No instances yet." because="filtered">
                They appear with the first event that starts one.
              </EmptyState>
            )
          }
        </QueryView>
        <Pager url={url} page={query.data} isFirst={cursor === undefined} />
      </Card>
    </>
  );
}
