"use client";

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { cx } from "@/lib/cx.ts";
import { formatCount, formatKnownCount, formatPlural } from "@/lib/format-number.ts";
import { useKeys } from "@/lib/keys/use-keys.ts";
import { useRowKeys } from "@/lib/keys/use-row-keys.ts";
import { paths } from "@/lib/paths.ts";
import { type UrlParams, useUrlParams } from "@/lib/use-url-params.ts";
import { answerOf, QueryView } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Button } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { BulkDialog } from "./components/bulk/bulk-dialog.tsx";
import { CauseCare } from "./components/cause-care.tsx";
import { CauseList } from "./components/cause-list.tsx";
import { ChosenBar } from "./components/chosen-bar.tsx";
import { FilterBar } from "./components/filter-bar.tsx";
import { LetterPreview } from "./components/letter-preview.tsx";
import { LetterTable } from "./components/letter-table.tsx";
import { Pager } from "./components/pager.tsx";
import {
  filterOf,
  filterWords,
  isNarrowed,
  type LetterFilter,
  NO_FILTER,
} from "./letter-filter.ts";
import { splitTitle } from "./letter-words.ts";
import { useChosen } from "./use-chosen.ts";

type Page = RouterOutputs["deadLetters"]["list"];
type Causes = RouterOutputs["deadLetters"]["causes"];
type Facets = RouterOutputs["deadLetters"]["facets"];

const PAGE_ROWS = 50;
const REFRESH_MS = 500; // rows that change faster than this cannot be read
const LIVE = { deadLetters: true } as const;

/** Everything that was given up, grouped by why; what it is narrowed to stands in the URL, and so does a frozen selection. */
export function LettersPage() {
  const trpc = useTRPC();
  const url = useUrlParams();
  const filter = filterOf(url);
  const cursor = url.get("after");
  const live = { intervalMs: REFRESH_MS };
  const letters = useLiveQuery(
    trpc.deadLetters.list.queryOptions(
      { filter, cursor, limit: PAGE_ROWS },
      { placeholderData: (old) => old },
    ),
    LIVE,
    live,
  );
  const causes = useLiveQuery(
    trpc.deadLetters.causes.queryOptions(
      { filter: { ...filter, cause: undefined } },
      { placeholderData: (old) => old },
    ),
    LIVE,
    live,
  );
  const facets = useLiveQuery(
    trpc.deadLetters.facets.queryOptions({ filter }, { placeholderData: (old) => old }),
    LIVE,
    live,
  );
  const selectionId = url.get("selection");
  return (
    <>
      <PageTitle title="Dead letters">
        <span className="mr-2 text-ink-2">
          {countWords(filter, answerOf(facets), answerOf(causes))}
        </span>
        <FilterBar filter={filter} url={url} facets={facets.data} />
      </PageTitle>
      <div className="grid min-h-0 flex-1 gap-3.5 drawer:grid-cols-[300px_minmax(0,1fr)] huge:grid-cols-[340px_minmax(0,1fr)]">
        <CausesCard query={causes} filter={filter} url={url} facets={answerOf(facets)} />
        <LettersPane
          query={letters}
          count={answerOf(facets)?.letters}
          cause={causes.data?.causes.find(({ fingerprint }) => fingerprint === filter.cause)}
          filter={filter}
          url={url}
          isFirst={cursor === undefined}
        />
      </div>
      {selectionId && (
        <BulkDialog
          key={selectionId}
          id={selectionId}
          onClose={() => url.set({ selection: undefined })}
        />
      )}
    </>
  );
}

function countWords(
  filter: LetterFilter,
  facets: Facets | undefined,
  causes: Causes | undefined,
): string {
  if (!facets || !causes) return "…";
  const count = formatCount(facets.letters);
  const which = filter.state === "all" ? "letters" : filter.state;
  const among = facets.lookedThrough
    ? ` among the newest ${formatCount(facets.lookedThrough)} letters`
    : "";
  if (filter.cause) return `${count} ${which} of one cause${among}`;
  const groups = formatKnownCount(causes.causes.length, causes.more);
  return `${count} ${which} in ${groups} ${causes.causes.length === 1 ? "cause" : "causes"}${among}`;
}

function CausesCard(props: {
  readonly query: UseQueryResult<Causes, unknown>;
  readonly filter: LetterFilter;
  readonly url: UrlParams;
  readonly facets: Facets | undefined;
}) {
  const { query, filter, url, facets } = props;
  const choose = (cause: string | undefined) => url.set({ cause, after: undefined }, "push");
  return (
    <Card label="Causes" className="flex min-h-0 flex-col overflow-hidden">
      <CardHeader title="Causes" sub="seen last first, 24 h" />
      <QueryView query={query} what="causes" consequence="There may be letters." className="flex-1">
        {({ causes, more }) => (
          <>
            {causes.length === 0 ? (
              <p className="flex-1 p-3.5 text-12 text-ink-3">No cause.</p>
            ) : (
              <CauseList causes={causes} chosen={filter.cause} onChoose={choose} />
            )}
            {more && (
              <p className="border-t border-line px-3.5 py-2 text-12 text-ink-3">
                The first {causes.length}; there are more.
              </p>
            )}
          </>
        )}
      </QueryView>
      {filter.cause && <CauseCare cause={filter.cause} />}
      {facets && filter.state === "open" && (
        <div className="flex flex-none items-center border-t border-line px-3.5 py-2 text-12 text-ink-3">
          {formatKnownCount(
            facets.resolvedInWeek,
            facets.resolvedInWeek >= facets.resolvedInWeekMax,
          )}{" "}
          resolved in the last 7 days
          <button
            type="button"
            className="link ml-auto"
            onClick={() => url.set({ state: "resolved", after: undefined }, "push")}
          >
            Show
          </button>
        </div>
      )}
    </Card>
  );
}

function LettersPane(props: {
  readonly query: UseQueryResult<Page, unknown>;
  readonly count: number | undefined;
  readonly cause: Causes["causes"][number] | undefined;
  readonly filter: LetterFilter;
  readonly url: UrlParams;
  readonly isFirst: boolean;
}) {
  const { query, count, cause, filter, url, isFirst } = props;
  const trpc = useTRPC();
  const me = useQuery(
    trpc.session.me.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const permissions = me.data?.permissions ?? [];
  const mayAct = permissions.includes("dryRun") || permissions.includes("resolve");
  const rows = query.data?.rows ?? [];
  const keys = useRowKeys(rows.map(({ id }) => ({ id, href: paths.deadLetter(id) })));
  const current = rows.find(({ id }) => id === keys.current) ?? rows[0];
  const rowProps = (id: string) => ({ "data-row": id, selected: id === current?.id });
  const chosen = useChosen(JSON.stringify(filter));
  useKeys(
    mayAct && current
      ? [
          {
            keys: "x",
            label: "choose the row",
            group: "Lists",
            run: () => chosen.toggle(current.id),
          },
        ]
      : [],
  );
  return (
    <div
      className={cx(
        "grid min-h-0 min-w-0 gap-3.5",
        current && "wide:grid-cols-[minmax(0,1fr)_320px] huge:grid-cols-[minmax(0,1fr)_380px]",
      )}
    >
      <Card label="Letters" className="flex min-h-0 flex-col overflow-clip">
        <CardHeader
          title={
            <span className="block max-w-[52ch] truncate">
              {cause ? splitTitle(cause.title).text : "Letters"}
            </span>
          }
          sub={cause ? formatPlural(cause.letters, "letter") : "of every cause"}
        />
        <QueryView
          query={query}
          what="letters"
          consequence="There may be letters."
          rows={12}
          className="flex-1"
        >
          {(page) =>
            page.rows.length > 0 ? (
              <LetterTable
                rows={page.rows}
                rowProps={rowProps}
                onSelect={keys.select}
                chosen={mayAct ? chosen : undefined}
              />
            ) : (
              <NoLetters
                filter={filter}
                url={url}
                checkedAt={new Date(query.dataUpdatedAt)}
                isFirst={isFirst}
                hasMore={page.nextCursor !== undefined}
              />
            )
          }
        </QueryView>
        {(rows.length > 0 || !isFirst || query.data?.nextCursor) && (
          <ChosenBar
            chosen={mayAct ? chosen : undefined}
            permissions={permissions}
            filter={filter}
            count={count}
            onFrozen={(id) => url.set({ selection: id }, "push")}
          >
            <Pager url={url} page={query.data} isFirst={isFirst} />
          </ChosenBar>
        )}
      </Card>
      {current && (
        <div className="hidden min-h-0 wide:grid">
          <LetterPreview row={current} />
        </div>
      )}
    </div>
  );
}

function NoLetters(props: {
  readonly filter: LetterFilter;
  readonly url: UrlParams;
  readonly checkedAt: Date;
  readonly isFirst: boolean;
  readonly hasMore: boolean;
}) {
  const { filter, url, checkedAt, isFirst, hasMore } = props;
  if (hasMore) {
    return (
      <EmptyState title="None among those that were looked through." because="filtered">
        There are older letters: look further.
      </EmptyState>
    );
  }
  if (!isFirst) {
    return (
      <EmptyState
        title="There is nothing further on."
        because="filtered"
        action={
          <Button onClick={() => url.set({ after: undefined }, "push")}>Back to the newest</Button>
        }
      >
        What was on this page may have been dealt with.
      </EmptyState>
    );
  }
  if (!isNarrowed(filter)) {
    return (
      <EmptyState title="No dead letters." checkedAt={checkedAt}>
        Nothing needs you.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No letter fits."
      because="filtered"
      action={<Button onClick={() => url.set(NO_FILTER, "push")}>Clear filters</Button>}
    >
      Narrowed to {filterWords(filter)}.
    </EmptyState>
  );
}
