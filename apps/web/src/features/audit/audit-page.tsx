"use client";

import { useQuery } from "@tanstack/react-query";
import { formatKnownCount } from "@/lib/format-number.ts";
import { type UrlParams, useUrlParams } from "@/lib/use-url-params.ts";
import { answerOf, QueryView } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { type AuditFilter, filterOf, filterWords, isNarrowed, NO_FILTER } from "./audit-filter.ts";
import { AuditTable } from "./components/audit-table.tsx";
import { ChainState } from "./components/chain-state.tsx";
import { ExportMenu } from "./components/export-menu.tsx";
import { FilterBar } from "./components/filter-bar.tsx";
import { LastCheck } from "./components/last-check.tsx";

const PAGE_ROWS = 50;
const REFRESH_MS = 500;

/** Who did what and why, the newest first, and whether the record is whole. */
export function AuditPage() {
  const trpc = useTRPC();
  const url = useUrlParams();
  const filter = filterOf(url);
  const cursor = readSeq(url.get("after"));
  const query = useLiveQuery(
    trpc.audit.list.queryOptions(
      { filter, cursor, limit: PAGE_ROWS },
      { placeholderData: (old) => old },
    ),
    { audit: true },
    { intervalMs: REFRESH_MS },
  );
  const facets = useQuery(trpc.audit.facets.queryOptions());
  const clear = () => url.set(NO_FILTER, "push");
  const found = answerOf(query);
  const count =
    found &&
    `${formatKnownCount(found.count, found.count >= found.countMax)} ${found.count === 1 ? "entry" : "entries"}`;
  return (
    <>
      <PageTitle title="Audit" actions={query.data && <ExportMenu filter={filter} />}>
        <span className="text-ink-2">{count}</span>
        <ChainState />
        <LastCheck />
      </PageTitle>
      <Card label="Audit" className="flex min-h-0 flex-1 flex-col overflow-hidden">
        <FilterBar
          filter={filter}
          url={url}
          facets={facets.data}
          onClear={isNarrowed(filter) ? clear : undefined}
        />
        <QueryView
          query={query}
          what="the audit"
          consequence="There may be entries."
          rows={14}
          className="flex-1"
        >
          {(page) =>
            page.rows.length > 0 ? (
              <AuditTable rows={page.rows} />
            ) : (
              <NoRows
                filter={filter}
                onClear={clear}
                onNewest={
                  cursor === undefined ? undefined : () => url.set({ after: undefined }, "push")
                }
              />
            )
          }
        </QueryView>
        <Pager url={url} page={query.data} isFirst={cursor === undefined} />
      </Card>
    </>
  );
}

/** A row's number as the URL has it; anything else is the first page. */
function readSeq(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{1,18}$/.test(text) ? text : undefined;
}

function NoRows(props: {
  readonly filter: AuditFilter;
  readonly onClear: () => void;
  /** Back to the first page; absent on it. */
  readonly onNewest: (() => void) | undefined;
}) {
  const { filter, onClear, onNewest } = props;
  if (onNewest) {
    return (
      <EmptyState
        title="There is nothing further back."
        because="filtered"
        action={<Button onClick={onNewest}>Back to the newest</Button>}
      />
    );
  }
  if (!isNarrowed(filter)) {
    return (
      <EmptyState title="Nothing was done yet." because="filtered">
        Replays and resolutions appear here, each with its reason.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No entry fits."
      because="filtered"
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      Narrowed to {filterWords(filter)}.
    </EmptyState>
  );
}

function Pager(props: {
  readonly url: UrlParams;
  readonly page: RouterOutputs["audit"]["list"] | undefined;
  readonly isFirst: boolean;
}) {
  const { url, page, isFirst } = props;
  if (!page || (isFirst && !page.nextCursor)) return null;
  return (
    <div className="flex flex-none items-center justify-end gap-2 border-t border-line px-3.5 py-2">
      <Button size="sm" disabled={isFirst} onClick={() => url.set({ after: undefined }, "push")}>
        Newest
      </Button>
      <Button
        size="sm"
        after="right"
        disabled={!page.nextCursor}
        onClick={() => url.set({ after: page.nextCursor }, "push")}
      >
        Older
      </Button>
    </div>
  );
}
