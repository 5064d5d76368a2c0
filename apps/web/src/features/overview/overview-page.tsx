"use client";

import { useUrlParams } from "@/lib/use-url-params.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { PageTitle } from "@/ui/page-title.tsx";
import { Segmented } from "@/ui/segmented.tsx";
import { CausesCard } from "./components/causes-card.tsx";
import { ChartsRow } from "./components/charts-card.tsx";
import { MachinesCard } from "./components/machines-card.tsx";
import { NeedsCard } from "./components/needs-card.tsx";
import { NumbersCard } from "./components/numbers-card.tsx";
import { PipesCard } from "./components/pipes-card.tsx";

const RANGES = [
  { value: "1h", label: "1 h" },
  { value: "24h", label: "24 h" },
  { value: "7d", label: "7 d" },
] as const;

const REFRESH_MS = 1_000; // sums over whole tables: no one reads them four times a second

/** How everything is: numbers that lead to their lists, what needs a person, machines and pipes. */
export function OverviewPage() {
  const trpc = useTRPC();
  const url = useUrlParams();
  const range = RANGES.find(({ value }) => value === url.get("range"))?.value ?? "24h";
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
          <>
            <span className="text-12 text-ink-2">Charts over</span>
            <Segmented
              label="Charts over"
              value={range}
              options={RANGES}
              onChange={(next) => url.set({ range: next === "24h" ? undefined : next })}
            />
          </>
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
