import type { ReactNode } from "react";
import { checkLines } from "@/lib/check-lines.ts";
import { cx } from "@/lib/cx.ts";
import { formatDuration } from "@/lib/format-duration.ts";
import { KeyValues } from "@/ui/card.tsx";
import { CheckItem } from "@/ui/check-item.tsx";
import { DiffView } from "@/ui/diff-view.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import type { GlyphName } from "@/ui/glyph-shapes.tsx";
import { JsonInline } from "@/ui/json-view.tsx";
import {
  actionsOf,
  branchLines,
  changeWords,
  type Report,
  stateChangeOf,
} from "../report-words.ts";

/** The story of a replay: what changes, what would be called and published, what was looked at. */
export function ReportView(props: { readonly report: Report; readonly waiting: number }) {
  const { report, waiting } = props;
  const branches = branchLines(report);
  const facts = factsOf(report);
  const change = stateChangeOf(report);
  return (
    <>
      {change && (
        <StateChange {...change} event={report.transitions[0]?.event} dryRun={report.dryRun} />
      )}
      {facts.length > 0 && (
        <div className="border-line px-3.5 py-2.5 not-last:border-b">
          <KeyValues entries={facts} />
          {report.contextChanges.length > 0 && (
            <DiffView changes={report.contextChanges} className="mt-1.5" />
          )}
        </div>
      )}
      {branches.length > 0 && (
        <Section title="What follows">
          <ul className="text-12">
            {branches.map(({ when, states, steps }) => (
              <li key={`${when} ${states}`} className="flex gap-2 py-0.5">
                <Glyph name="arrow" size="sm" className="mt-0.5 text-ink-2" />
                <span className="min-w-0">
                  {when}{" "}
                  {states.length > 0 && (
                    <>
                      <span className="text-ink-3">→</span>{" "}
                      <b className="mono font-strong">{states.join(", ")}</b>
                    </>
                  )}
                  {steps.length > 0 && (
                    <span className="text-ink-2">
                      {states.length > 0 && ", "}
                      {steps.join(", ")}
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Checks report={report} waiting={waiting} />
    </>
  );
}

function factsOf(report: Report): (readonly [string, ReactNode])[] {
  const { effects, publications, timers, dryRun, before, outcome } = report;
  const change = stateChangeOf(report);
  const actions = actionsOf(report);
  const would = (dry: string, real: string) => (dryRun ? dry : real);
  const retries = outcome === "retrying";
  return [
    ...(!change && before
      ? [
          [
            "State",
            <span key="s">
              <span className="mono">{before.states.join(", ")}</span>
              {retries && <span className="text-ink-3"> waits for the answer</span>}
            </span>,
          ] as const,
        ]
      : []),
    ...(actions.length > 0
      ? [["Actions", <Mono key="a">{actions.join(", ")}</Mono>] as const]
      : []),
    ...(effects.length > 0
      ? [
          [
            would("Would call", "Calls"),
            <span key="e">
              <Mono>{effects.map(({ src }) => src).join(", ")}</Mono>{" "}
              <span className="text-ink-3">
                {retries ? "under the same idempotency key" : "after the commit"}
              </span>
            </span>,
          ] as const,
        ]
      : []),
    ...(change || publications.length > 0
      ? [
          [
            would("Would publish", "Publishes"),
            publications.length === 0 ? (
              <span key="p" className="text-ink-3">
                nothing in this step
              </span>
            ) : (
              <Publications key="p" publications={publications} />
            ),
          ] as const,
        ]
      : []),
    ...(timers.length > 0
      ? [
          [
            would("Would wait", "Waits"),
            timers.map(({ label, delayMs }) => `${label} in ${formatDuration(delayMs)}`).join(", "),
          ] as const,
        ]
      : []),
    ...(change
      ? [
          [
            "Context",
            <span key="c" className="text-ink-2">
              {changeWords(report.contextChanges)}
            </span>,
          ] as const,
        ]
      : []),
  ];
}

/** From where to where, drawn as the chart draws it: the state it is in, the way, and the state it would reach. */
function StateChange(
  props: NonNullable<ReturnType<typeof stateChangeOf>> & {
    readonly event: string | undefined;
    readonly dryRun: boolean;
  },
) {
  const { from, to, isDone, event, dryRun } = props;
  const start = from.length > 0 ? from.join(", ") : "not started";
  return (
    <figure
      aria-label={`${start} to ${to.join(", ")}${isDone ? ", and is done" : ""}`}
      className="flex items-center border-b border-line px-3.5 py-3"
    >
      <StateBox className="border-2 border-blue bg-blue-tint" glyph="st-active" hue="text-blue">
        {start}
      </StateBox>
      <span className="flex min-w-14 flex-1 flex-col items-center px-1 text-[10.5px] text-blue">
        <span className="mono max-w-36 truncate" title={event}>
          {event}
        </span>
        <span className="flex w-full items-center">
          <span
            className={cx("h-0 flex-1 border-t-[1.5px] border-blue", dryRun && "border-dotted")}
          />
          <Glyph name="right" size="xs" className="-ml-1.5" />
        </span>
      </span>
      <StateBox
        className={cx(
          "border-blue",
          dryRun ? "border-[1.5px] border-dotted" : "border-2",
          isDone && "outline outline-offset-2 outline-line-control",
        )}
        glyph={isDone ? "st-done" : "st-possible"}
        hue={isDone ? "text-green" : "text-blue"}
      >
        {to.join(", ")}
      </StateBox>
    </figure>
  );
}

function StateBox(props: {
  readonly className: string;
  readonly glyph: GlyphName;
  readonly hue: string;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={cx(
        "flex h-9 max-w-[40%] min-w-0 items-center gap-1.5 rounded-2 px-2.5",
        props.className,
      )}
    >
      <Glyph name={props.glyph} size="sm" className={props.hue} />
      <span className="truncate text-12 font-semibold">{props.children}</span>
    </span>
  );
}

function Publications({ publications }: Pick<Report, "publications">) {
  return publications.map(({ type, data }) => (
    <span key={type} className="block truncate">
      <Mono>{type}</Mono> {data !== undefined && <JsonInline value={data} />}
    </span>
  ));
}

function Mono({ children }: { readonly children: ReactNode }) {
  return <span className="mono">{children}</span>;
}

function Section(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="border-line px-3.5 py-2 not-last:border-b">
      <h3 className="mb-0.5 text-12 font-strong text-ink-2">{props.title}</h3>
      {props.children}
    </div>
  );
}

function Checks(props: { readonly report: Report; readonly waiting: number }) {
  const { report, waiting } = props;
  const lines = checkLines(report);
  if (lines.length === 0 && waiting === 0) return null;
  return (
    <ul className="grid grid-cols-2 gap-x-3.5 gap-y-0.5 border-line px-3.5 py-2 text-12 not-last:border-b">
      {lines.map((line) => (
        <CheckItem
          key={line.name}
          line={line}
          className={line.kind === "fine" ? undefined : "col-span-2"}
        />
      ))}
      {waiting > 0 && (
        <li className="col-span-2 flex items-center gap-[7px]">
          <Glyph name="st-waiting" size="sm" className="text-teal" />
          <span>
            <b className="font-strong">
              {waiting} later {waiting === 1 ? "envelope" : "envelopes"} of this subject{" "}
              {waiting === 1 ? "waits" : "wait"}.
            </b>
          </span>
        </li>
      )}
    </ul>
  );
}
