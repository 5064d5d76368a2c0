"use client";

import type { ChartGraph } from "@sagascope/core/charts";
import { useMemo } from "react";
import { cx } from "../../../lib/cx.ts";
import { formatCountdown } from "../../../lib/format-duration.ts";
import { useTimeZone } from "../../../lib/use-now.ts";
import { StateGlyph } from "../../../ui/chip.tsx";
import { STATES } from "../../../ui/state-table.ts";
import { Table, Td, Th, Tr } from "../../../ui/table.tsx";
import { Countdown, Time } from "../../../ui/time.tsx";
import { eventWords } from "../build/transition-label.ts";
import { type ChartMarks, NO_MARKS, type TransitionMark } from "../marks/chart-marks.ts";
import { DIFFERENCES } from "../marks/difference.ts";
import { DIFFERENCE_TEXT } from "./difference-badge.tsx";
import { factWords } from "./state-words.ts";

/** The words of an arrow's mark; arrows that were not taken say nothing. */
const MARK_WORDS = {
  visited: "taken",
  failed: "failed",
  compensating: "undone",
  possible: "possible next",
  broken: "threw, did not arrive",
  untaken: undefined,
  rest: undefined,
} as const satisfies Record<TransitionMark, string | undefined>;

/** A chart as a table: the same facts as the drawing, state by state, with where each can go. */
export function ChartTable(props: { readonly graph: ChartGraph; readonly marks?: ChartMarks }) {
  const { graph, marks = NO_MARKS } = props;
  const zone = useTimeZone();
  const rows = useMemo(() => graph.states.filter((state) => state.path !== ""), [graph]);
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <Table caption={`States of ${graph.id}`}>
        <thead>
          <tr>
            <Th>State</Th>
            <Th>Is</Th>
            <Th end>Visits</Th>
            <Th>Last</Th>
            <Th>Fact</Th>
            <Th>Goes to</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((state) => {
            const mark = marks.states[state.path];
            const difference = marks.differences?.states[state.path];
            const depth = state.path.split(".").length - 1;
            return (
              <Tr key={state.path}>
                <Td style={{ paddingLeft: 14 + depth * 16 }}>
                  <span className="font-strong">{state.name}</span>
                  {difference && (
                    <span className={cx("ml-2", DIFFERENCE_TEXT[difference])}>
                      {DIFFERENCES[difference].label.toLowerCase()}
                    </span>
                  )}
                  {state.invokes.map((invoke) => (
                    <span key={invoke.id} className="mono ml-2 text-ink-3">
                      {invoke.src}
                    </span>
                  ))}
                </Td>
                <Td>
                  {mark && mark.mark !== "rest" ? (
                    <span className="inline-flex items-center gap-1.5">
                      <StateGlyph state={mark.mark} decorative />
                      {STATES[mark.mark].label}
                    </span>
                  ) : (
                    <span className="text-ink-3">{state.kind}</span>
                  )}
                </Td>
                <Td end>{mark?.visits}</Td>
                <Td>{mark?.lastAt && <Time at={mark.lastAt} show="ms" />}</Td>
                <Td>
                  {mark?.fact?.kind === "text" && factWords(mark.fact, zone)}
                  {mark?.timer?.running &&
                    (mark.timer.asOf ? (
                      <span className="text-teal">
                        {formatCountdown(mark.timer.dueAt.getTime() - mark.timer.asOf.getTime())}
                      </span>
                    ) : (
                      <Countdown dueAt={mark.timer.dueAt} className="text-teal" />
                    ))}
                </Td>
                <Td className="w-full min-w-80 py-1.5 whitespace-normal!">
                  <Exits graph={graph} marks={marks} from={state.path} />
                </Td>
              </Tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}

function Exits(props: {
  readonly graph: ChartGraph;
  readonly marks: ChartMarks;
  readonly from: string;
}) {
  const { graph, marks, from } = props;
  return graph.transitions
    .filter((transition) => transition.from === from)
    .map((transition) => {
      const difference = marks.differences?.transitions[transition.id];
      const said = difference
        ? DIFFERENCES[difference].label.toLowerCase()
        : MARK_WORDS[marks.transitions[transition.id] ?? "rest"];
      return (
        <div key={transition.id} title={transition.event} className="leading-5">
          {eventWords(transition)}
          {transition.guard && <span className="text-ink-3"> if {transition.guard}</span>}
          <span className="text-ink-3"> → </span>
          {transition.to.join(" and ") || "stays"}
          {said && <span className="text-ink-3">, {said}</span>}
        </div>
      );
    });
}
