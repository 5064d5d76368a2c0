"use client";

import { formatPlural } from "@/lib/format-number.ts";
import { useUrlParams } from "@/lib/use-url-params.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { Segmented } from "@/ui/segmented.tsx";
import { Time } from "@/ui/time.tsx";
import type { ChoreographyView } from "./choreography.ts";
import { FindingsCard } from "./components/findings-card.tsx";
import { LinksTable } from "./components/links-table.tsx";
import { MapDrawing } from "./components/map-drawing.tsx";
import { PlaceCard } from "./components/place-card.tsx";

const VIEWS = [
  { value: "map", label: "Map", glyph: "map" },
  { value: "table", label: "Table", glyph: "audit" },
] as const;

const REFRESH_MS = 2_000; // counts over a day's envelopes: no one reads them four times a second

/** Who tells whom what: declared by the charts and routes that run, with how often it happened and what went wrong. */
export function ChoreographyPage() {
  const trpc = useTRPC();
  const url = useUrlParams();
  const view = url.get("view") === "table" ? "table" : "map";
  const query = useLiveQuery(
    trpc.choreography.get.queryOptions(undefined, { placeholderData: (old) => old }),
    { anyInstance: true, deadLetters: true, workers: true },
    { intervalMs: REFRESH_MS },
  );
  return (
    <>
      <PageTitle
        title="Choreography"
        sub={query.data && <CountedSince view={query.data} />}
        actions={
          <Segmented
            label="View"
            value={view}
            options={VIEWS}
            onChange={(next) => url.set({ view: next === "map" ? undefined : next })}
          />
        }
      />
      <QueryView
        query={query}
        what="the choreography"
        consequence="Machines may be talking to each other."
        rows={10}
      >
        {(data) =>
          data.nodes.length === 0 ? (
            <Card label="Map" className="flex flex-1 flex-col">
              <EmptyState title="No machine is registered." because="filtered">
                They appear when a worker starts with a project.
              </EmptyState>
            </Card>
          ) : (
            <Content data={data} view={view} />
          )
        }
      </QueryView>
    </>
  );
}

function Content(props: { readonly data: ChoreographyView; readonly view: "map" | "table" }) {
  const { data, view } = props;
  const url = useUrlParams();
  const selected = data.nodes.find(({ id }) => id === url.get("at"));
  const select = (id: string | undefined) => url.set({ at: id }, "push");
  return (
    <div className="grid min-h-0 flex-1 gap-3.5 drawer:grid-cols-[minmax(0,1fr)_340px]">
      <Card
        label={view === "map" ? "Map" : "Who tells whom what"}
        className="flex min-h-120 flex-col overflow-hidden drawer:min-h-0"
      >
        {view === "map" ? (
          <MapDrawing data={data} selected={selected?.id} onSelect={select} />
        ) : (
          <LinksTable data={data} selected={selected?.id} />
        )}
      </Card>
      <div className="flex min-h-0 flex-col gap-3.5 overflow-y-auto">
        {selected && (
          <PlaceCard
            data={data}
            place={selected}
            onClose={() => select(undefined)}
            onSelect={select}
          />
        )}
        <FindingsCard data={data} onSelect={select} />
      </div>
    </div>
  );
}

function CountedSince({ view }: { readonly view: ChoreographyView }) {
  const machines = view.nodes.filter(({ kind }) => kind === "machine").length;
  return (
    <>
      {view.more ? `the first ${machines} machines` : formatPlural(machines, "machine")},{" "}
      {formatPlural(view.links.length, "link")}; envelopes{" "}
      {view.isCut ? (
        <>
          since <Time at={view.since} />, as far as they can be counted
        </>
      ) : (
        "of 24 h"
      )}
    </>
  );
}
