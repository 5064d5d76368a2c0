import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { paths } from "@/lib/paths.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { ButtonLink } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { type LetterChart, letterChartOf } from "../letter-chart.ts";

type Letter = RouterOutputs["deadLetters"]["get"];
type Chart = RouterOutputs["instances"]["chart"]["chart"];

interface WhereProps {
  readonly letter: Letter;
  readonly renderChart: (chart: LetterChart) => ReactNode;
}

/** The chart at the failure: where the instance stood, and what did not get there. */
export function WhereItFailed({ letter, renderChart }: WhereProps) {
  const { machineId, machineVersion, chartId, subject, instance } = letter;
  return (
    <Card
      label="Where it failed"
      className="flex min-h-64 flex-[4] flex-col overflow-hidden max-drawer:h-88 max-drawer:flex-none"
    >
      <CardHeader
        title="Where it failed"
        sub={machineId ? `${machineId} v${machineVersion ?? "?"}` : undefined}
      >
        {machineId && instance && (
          <ButtonLink
            kind="ghost"
            size="sm"
            after="arrow"
            href={paths.instance(machineId, subject)}
          >
            Open instance
          </ButtonLink>
        )}
      </CardHeader>
      {chartId === null ? (
        <p className="m-auto p-3.5 text-12 text-ink-3">
          No machine took this: there is no chart to draw.
        </p>
      ) : (
        <ReadChart letter={letter} chartId={chartId} renderChart={renderChart} />
      )}
    </Card>
  );
}

function ReadChart({ letter, chartId, renderChart }: WhereProps & { readonly chartId: number }) {
  const trpc = useTRPC();
  const query = useQuery(
    trpc.instances.chart.queryOptions({ chartId }, { staleTime: Number.POSITIVE_INFINITY }),
  );
  return (
    <QueryView query={query} what="the chart" consequence="The letter is as it is." rows={4}>
      {({ chart }) => <Marked letter={letter} chart={chart} renderChart={renderChart} />}
    </QueryView>
  );
}

function Marked({ letter, chart, renderChart }: WhereProps & { readonly chart: Chart }) {
  const trpc = useTRPC();
  const machineId = letter.machineId ?? letter.consumer;
  const history = useQuery(
    trpc.instances.history.queryOptions({
      machineId,
      subject: letter.subject,
      before: (letter.revision ?? 0) + 1, // what came after the letter is not looked at
    }),
  );
  const past = history.data;
  const drawn = useMemo(
    () => letterChartOf(letter, chart, past?.steps ?? [], past?.earlier),
    [letter, chart, past],
  );
  return renderChart(drawn);
}
