import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { cx } from "@/lib/cx.ts";
import { useTRPC } from "@/trpc/react.tsx";
import { KeyValues } from "@/ui/card.tsx";
import { DiffView } from "@/ui/diff-view.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { JsonInline } from "@/ui/json-view.tsx";
import { TONE_TEXT } from "@/ui/state-table.ts";
import { type ActionPreview, buildPreview } from "../action-preview.ts";
import type { Moment } from "../instance.ts";
import {
  type ActionReport,
  checkLines,
  factLines,
  type Verdict,
  verdictOf,
} from "./report-words.ts";

const BANNERS = {
  green: "bg-green-tint border-green-line",
  teal: "bg-teal-tint border-teal-line",
  amber: "bg-amber-tint border-amber-line",
  red: "bg-red-tint border-red-line",
} as const satisfies Record<Verdict["tone"], string>;

/** What an action would do, or did: in one line, drawn, and in full. */
export function ActionOutcome(props: {
  readonly moment: Moment;
  readonly report: ActionReport;
  readonly renderPreview: (preview: ActionPreview) => ReactNode;
}) {
  const { moment, report, renderPreview } = props;
  const other = useOtherVersion(moment, report);
  const preview = useMemo(() => buildPreview(moment, report, other), [moment, report, other]);
  const { title, detail, tone, glyph } = verdictOf(report);
  return (
    <>
      <div
        role="status"
        className={cx("flex items-center gap-2.5 border-b px-4 py-2.5", BANNERS[tone])}
      >
        <Glyph name={glyph} className={cx("size-5!", TONE_TEXT[tone])} />
        <div className="min-w-0">
          <b className="block text-[15px] leading-5 font-semibold tracking-[-.01em]">{title}</b>
          <span className="block text-12 leading-[17px] break-words text-ink-2">{detail}</span>
        </div>
      </div>
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

const CHECKS = {
  fine: { glyph: "check", hue: "text-green", word: "fine" },
  warning: { glyph: "alert", hue: "text-amber", word: "warning" },
  refusal: { glyph: "x", hue: "text-red", word: "refused" },
} as const;

function Checks({ report }: { readonly report: ActionReport }) {
  const lines = checkLines(report);
  if (lines.length === 0) return null;
  return (
    <ul aria-label="What was looked at" className="px-4 py-2 text-12">
      {lines.map(({ kind, text }) => (
        <li key={text} className="flex items-start gap-[7px] py-px">
          <Glyph
            name={CHECKS[kind].glyph}
            size="sm"
            className={cx("mt-0.5", CHECKS[kind].hue)}
            label={CHECKS[kind].word}
          />
          <span className={cx("min-w-0 wrap-anywhere", kind !== "fine" && "font-strong")}>
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}
