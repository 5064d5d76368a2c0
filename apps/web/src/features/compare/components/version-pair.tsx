import { chartGraph } from "@sagascope/core/charts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { useUrlParams } from "@/lib/use-url-params.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { Select } from "@/ui/field.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { compareGraphs, type DifferenceLine } from "../compare-graphs.ts";
import type { ChartSide, Version } from "../compare-slots.ts";
import { DifferenceList } from "./difference-list.tsx";

interface VersionPairProps {
  readonly machineId: string;
  readonly versions: readonly Version[];
  readonly more: boolean;
  readonly sides: { readonly from: Version; readonly to: Version };
  readonly renderVersion: (side: ChartSide) => ReactNode;
}

/** Two versions of a chart side by side, with what differs marked on both and listed. */
export function VersionPair({ machineId, versions, more, sides, renderVersion }: VersionPairProps) {
  const url = useUrlParams();
  const { from, to } = sides;
  const before = useChart(from.chartId);
  const after = useChart(to.chartId);
  const comparison = useMemo(
    () => before.graph && after.graph && compareGraphs(before.graph, after.graph),
    [before.graph, after.graph],
  );
  const swap = () => url.set({ from: to.chartId, to: from.chartId });
  return (
    <>
      <PageTitle
        title={`Versions of ${machineId}`}
        sub={summaryOf(comparison?.lines, from, to)}
        actions={
          <>
            <Button onClick={swap}>Swap sides</Button>
            <ButtonLink href={paths.asyncapiOf(machineId)} glyph="asyncapi">
              AsyncAPI
            </ButtonLink>
          </>
        }
      />
      <div className="grid min-h-0 flex-1 gap-3.5 drawer:grid-cols-2 drawer:grid-rows-[minmax(0,1fr)]">
        {(["from", "to"] as const).map((side) => {
          const version = sides[side];
          const { query, graph } = side === "from" ? before : after;
          const differences = side === "from" ? comparison?.before : comparison?.after;
          return (
            <Card
              key={side}
              label={side === "from" ? "Before" : "After"}
              className="flex min-h-100 flex-col overflow-hidden"
            >
              <CardHeader title={side === "from" ? "Before" : "After"}>
                <Select
                  label={side === "from" ? "Version before" : "Version after"}
                  value={version.chartId}
                  onChange={(event) => url.set({ [side]: event.target.value })}
                >
                  {versions.map(({ chartId, version: name, structureHash, isCurrent }) => (
                    <option key={chartId} value={chartId}>
                      {name}, {shortHash(structureHash)}
                      {isCurrent ? ", the present one" : ""}
                    </option>
                  ))}
                </Select>
              </CardHeader>
              <QueryView query={query} what="the chart" consequence="It is registered." rows={8}>
                {() =>
                  graph && differences
                    ? renderVersion({ graph, differences, label: `version ${version.version}` })
                    : null
                }
              </QueryView>
            </Card>
          );
        })}
      </div>
      <Card label="Differences" className="flex max-h-60 flex-none flex-col overflow-hidden">
        <CardHeader
          title="Differences"
          sub={comparison && formatPlural(comparison.lines.length, "difference")}
        />
        {comparison && <DifferenceList lines={comparison.lines} />}
        {more && (
          <p className="px-3.5 py-2 text-12 text-ink-3">
            Only the newest {versions.length} versions can be chosen.
          </p>
        )}
      </Card>
    </>
  );
}

function useChart(chartId: number) {
  const trpc = useTRPC();
  const query = useQuery(
    trpc.instances.chart.queryOptions({ chartId }, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const graph = useMemo(() => query.data && chartGraph(query.data.chart), [query.data]);
  return { query, graph };
}

function summaryOf(
  lines: readonly DifferenceLine[] | undefined,
  from: Version,
  to: Version,
): string | undefined {
  if (lines === undefined) return undefined;
  if (from.chartId === to.chartId) return "the same version on both sides";
  if (lines.length > 0) return undefined;
  return from.structureHash === to.structureHash
    ? "the same structure"
    : "drawn the same; they differ in what a drawing does not show";
}

const HASH_SHOWN = 8;

function shortHash(hash: string): string {
  return hash.replace(/^sha256:/, "").slice(0, HASH_SHOWN);
}
