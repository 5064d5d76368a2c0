import { useEffect, useRef } from "react";
import { cx } from "@/lib/cx.ts";
import { eventWords } from "@/lib/event-words.ts";
import { formatDuration } from "@/lib/format-duration.ts";
import { ScrollArea } from "@/ui/scroll-area.tsx";
import { Table, Td, Th } from "@/ui/table.tsx";
import type { InstanceStory } from "../compare-slots.ts";

type Steps = InstanceStory["steps"];

/** The steps of both, row by row; from where their paths part, rows are marked. */
export function StepTable(props: {
  readonly one: Steps;
  readonly other: Steps;
  readonly names: readonly [string, string];
  readonly parting: number | undefined;
  readonly at: number;
  readonly onSelect: (row: number) => void;
}) {
  const { one, other, names, parting, at, onSelect } = props;
  const current = useRef<HTMLTableRowElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row changes with `at`
  useEffect(() => void current.current?.scrollIntoView({ block: "nearest" }), [at]); // newer browsers return a promise
  const rows = Array.from({ length: Math.max(one.length, other.length) }, (_, row) => row);
  return (
    <ScrollArea className="min-h-0 flex-1 overflow-auto">
      <Table caption="Steps of both">
        <thead>
          <tr>
            <Th>Step</Th>
            <Th>{names[0]}</Th>
            <Th>{names[1]}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const parts = parting !== undefined && row >= parting;
            return (
              <tr
                key={row}
                ref={row === at ? current : undefined}
                aria-current={row === at ? "step" : undefined}
                className={cx(
                  "border-t border-line align-top",
                  row === at && "bg-surface-2",
                  row === parting && "border-t-2 border-t-amber",
                )}
              >
                <Td className="py-1.5">
                  <button
                    type="button"
                    className="underline decoration-line-control underline-offset-2 hover:decoration-ink"
                    aria-label={`Show both after step ${row + 1}`}
                    onClick={() => onSelect(row)}
                  >
                    {row + 1}
                  </button>
                  {row === parting && <span className="ml-1.5 text-11 text-amber">part here</span>}
                </Td>
                <StepCell step={one[row]} before={one[row - 1]} parts={parts} />
                <StepCell step={other[row]} before={other[row - 1]} parts={parts} />
              </tr>
            );
          })}
        </tbody>
      </Table>
    </ScrollArea>
  );
}

function StepCell(props: {
  readonly step: Steps[number] | undefined;
  readonly before: Steps[number] | undefined;
  readonly parts: boolean;
}) {
  const { step, before, parts } = props;
  if (!step) return <Td className="py-1.5 text-ink-3">no such step</Td>;
  return (
    <Td className="w-1/2 max-w-0 py-1.5">
      <span className={cx("block truncate", parts && "font-strong")}>
        {eventWords(step.event)} <span className="text-ink-3">→</span>{" "}
        <span className="mono">{step.states.join(", ")}</span>
      </span>
      {before && (
        <span className="block text-11 text-ink-3">
          {formatDuration(step.at.getTime() - before.at.getTime())} later
        </span>
      )}
    </Td>
  );
}
