"use client";

import { type ReactNode, useState } from "react";
import { formatKnownCount } from "@/lib/format-number.ts";
import { useUrlParams } from "@/lib/use-url-params.ts";
import { answerOf, QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { columnsOf, writeColumns } from "./columns.ts";
import { type ChosenInstance, toggleChosen } from "./compare-choice.ts";
import { ColumnsMenu } from "./components/columns-menu.tsx";
import { CompareBar } from "./components/compare-bar.tsx";
import { ExportMenu } from "./components/export-menu.tsx";
import { FilterBar } from "./components/filter-bar.tsx";
import { InstanceTable } from "./components/instance-table.tsx";
import { Pager } from "./components/pager.tsx";
import {
  FILTER_PARAMS,
  filterOf,
  filterWords,
  isNarrowed,
  orderOf,
  readCursor,
} from "./instance-filter.ts";

const PAGE_ROWS = 50;
const REFRESH_MS = 500; // rows that change faster than this cannot be read
const FACETS_REFRESH_MS = 2_000; // counts are looked at from the corner of an eye
const NO_FILTER = Object.fromEntries(FILTER_PARAMS.map((name) => [name, undefined]));

/** Every instance of every machine; what it is narrowed to stands in the URL. */
export function InstancesPage({ views }: { readonly views: ReactNode }) {
  const trpc = useTRPC();
  const url = useUrlParams();
  const filter = filterOf(url);
  const order = orderOf(url);
  const columns = columnsOf(url.get("cols"));
  const cursor = readCursor(url.get("after"));
  // Kept from page to page and from filter to filter: what is worth comparing rarely stands side by side.
  const [chosen, choose] = useState<readonly ChosenInstance[]>([]);
  const watched = { anyInstance: true, deadLetters: true };
  const query = useLiveQuery(
    trpc.instances.list.queryOptions(
      { filter, order, cursor, limit: PAGE_ROWS },
      { placeholderData: (old) => old },
    ),
    watched,
    { intervalMs: REFRESH_MS },
  );
  const facets = useLiveQuery(
    trpc.instances.facets.queryOptions({ filter }, { placeholderData: (old) => old }),
    watched,
    { intervalMs: FACETS_REFRESH_MS },
  );
  const clear = () => url.set({ ...NO_FILTER, after: undefined }, "push");
  const found = answerOf(query);
  const count = formatKnownCount(
    found?.count,
    found && (found.more || found.count >= found.countMax),
  );
  return (
    <>
      <PageTitle
        title="Instances"
        sub={count}
        actions={
          <>
            {views}
            <ColumnsMenu
              columns={columns}
              onChange={(chosen) => url.set({ cols: writeColumns(chosen) })}
            />
            <ExportMenu filter={filter} order={order} />
          </>
        }
      />
      <Card label="Instances" className="flex min-h-0 flex-1 flex-col overflow-clip">
        <FilterBar filter={filter} facets={answerOf(facets)} url={url} onClear={clear} />
        <QueryView
          query={query}
          what="instances"
          consequence="There may be instances."
          rows={14}
          className="flex-1"
        >
          {(page) =>
            page.rows.length > 0 ? (
              <InstanceTable
                rows={page.rows}
                columns={columns}
                chosen={chosen}
                onToggle={(row) => choose((before) => toggleChosen(before, row))}
              />
            ) : cursor !== undefined ? (
              <EmptyState
                title="There is nothing further on."
                because="filtered"
                action={
                  <Button onClick={() => url.set({ after: undefined }, "push")}>
                    Back to the first page
                  </Button>
                }
              />
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
        <CompareBar chosen={chosen} onClear={() => choose([])} />
        <Pager url={url} page={query.data} order={order} isFirst={cursor === undefined} />
      </Card>
    </>
  );
}
