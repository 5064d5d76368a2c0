"use client";

import { chartRangeOf } from "@/lib/chart-range.ts";
import { useUrlParams } from "@/lib/use-url-params.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { PageTitle } from "@/ui/page-title.tsx";
import { RangeChoice } from "@/ui/range-choice.tsx";
import { CausesCard } from "./components/causes-card.tsx";
import { ChartsRow } from "./components/charts-card.tsx";
import { MachinesCard } from "./components/machines-card.tsx";
import { NeedsCard } from "./components/needs-card.tsx";
import { NumbersCard } from "./components/numbers-card.tsx";
import { PipesCard } from "./components/pipes-card.tsx";

const REFRESH_MS = 1_000; // sums over whole tables: no one reads them four times a second

/** How everything is: numbers that lead to their lists, what needs a person, machines and pipes. */
export function OverviewPage() {
  const trpc = useTRPC();
  const url = useUrlParams();
  const range = chartRangeOf(url.get("range"), "24h");
  const query = useLiveQuery(
    trpc.overview.get.queryOptions({ range }, { placeholderData: (old) => old }),
    { anyInstance: true, deadLetters: true, workers: true },
    { intervalMs: REFRESH_MS },
  );
  return (
    <>
      <PageTitle
        title="Overview"
        actions={
          <RangeChoice
            value={range}
            onChange={(next) => url.set({ range: next === "24h" ? undefined : next })}
          />
        }
      />
      <QueryView query={query} what="the overview" consequence="Orders may need you." rows={12}>
        {(overview) => (
          <>
            <NumbersCard overview={overview} range={range} />
            <ChartsRow overview={overview} range={range} />
            <div className="grid min-h-0 flex-none gap-3.5 drawer:grid-cols-[minmax(0,1fr)_446px]">
              <NeedsCard overview={overview} />
              <CausesCard overview={overview} range={range} />
            </div>
            <div className="grid min-h-0 flex-1 gap-3.5 drawer:grid-cols-[minmax(0,1fr)_446px]">
              <MachinesCard overview={overview} range={range} />
              <PipesCard overview={overview} />
            </div>
          </>
        )}
      </QueryView>
    </>
  );
}
