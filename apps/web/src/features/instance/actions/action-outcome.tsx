import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { cx } from "@/lib/cx.ts";
import { useTRPC } from "@/trpc/react.tsx";
import { KeyValues } from "@/ui/card.tsx";
import { CheckItem } from "@/ui/check-item.tsx";
import { DiffView } from "@/ui/diff-view.tsx";
import { JsonInline } from "@/ui/json-view.tsx";
import { VerdictBanner } from "@/ui/verdict-banner.tsx";
import { type ActionPreview, buildPreview } from "../action-preview.ts";
import type { Moment } from "../instance.ts";
import { type ActionReport, checksOf, factLines, verdictOf } from "./report-words.ts";

/** What an action would do, or did: in one line, drawn, and in full. */
export function ActionOutcome(props: {
  readonly moment: Moment;
  readonly report: ActionReport;
  readonly renderPreview: (preview: ActionPreview) => ReactNode;
}) {
  const { moment, report, renderPreview } = props;
  const other = useOtherVersion(moment, report);
  const preview = useMemo(() => buildPreview(moment, report, other), [moment, report, other]);
  return (
    <>
      <VerdictBanner verdict={verdictOf(report)} className="px-4" />
      {preview && report.dryRun && (
        <div className="flex h-52 flex-none flex-col border-b border-line">
          {renderPreview(preview)}
        </div>
      )}
      <Facts report={report} />
      <Checks report={report} />
    </>
  );
}

/** The chart that a migration leads to. */
function useOtherVersion({ instance }: Moment, { versions }: ActionReport) {
  const trpc = useTRPC();
  const { machineId } = instance;
  const isElsewhere = versions !== undefined && versions.to !== instance.version;
  const list = useQuery(
    trpc.instances.versions.queryOptions({ machineId }, { enabled: isElsewhere }),
  );
  const chartId = isElsewhere
    ? list.data?.rows.find(({ version }) => version === versions.to)?.chartId
    : undefined;
  const chart = useQuery(
    trpc.instances.chart.queryOptions(
      { chartId: chartId ?? 0 },
      { enabled: chartId !== undefined },
    ),
  );
  return chartId === undefined ? undefined : chart.data?.chart;
}

function Facts({ report }: { readonly report: ActionReport }) {
  const { publications, contextChanges, dryRun } = report;
  const entries = factLines(report).map(
    ({ name, value, mono }) =>
      [
        name,
        <span key={name} className={cx("whitespace-normal", mono && "mono")}>
          {value}
        </span>,
      ] as const,
  );
  if (entries.length === 0 && publications.length === 0 && contextChanges.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 border-line px-4 py-2.5 not-last:border-b">
      <KeyValues entries={entries} />
      {publications.length > 0 && (
        <section>
          <h3 className="text-12 font-strong text-ink-2">
            {dryRun ? "Would publish" : "Published"}
          </h3>
          <ul className="text-12">
            {publications.map(({ type, data }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two publications may be the same
              <li key={at} className="truncate">
                <span className="mono">{type}</span>{" "}
                {data !== undefined && <JsonInline value={data} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      {contextChanges.length > 0 && (
        <section>
          <h3 className="mb-1 text-12 font-strong text-ink-2">Context</h3>
          <DiffView changes={contextChanges} />
        </section>
      )}
    </div>
  );
}

function Checks({ report }: { readonly report: ActionReport }) {
  const lines = checksOf(report);
  if (lines.length === 0) return null;
  return (
    <ul aria-label="What was looked at" className="px-4 py-2 text-12 wrap-anywhere">
      {lines.map((line) => (
        <CheckItem key={line.text} line={line} className="py-px" />
      ))}
    </ul>
  );
}
