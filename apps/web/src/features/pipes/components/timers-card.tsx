import type { ReactNode } from "react";
import { formatCount } from "@/lib/format-number.ts";
import { Bars } from "@/ui/bars.tsx";
import { Card, CardHeader, KeyValues } from "@/ui/card.tsx";
import { Countdown } from "@/ui/time.tsx";
import type { Pipes } from "../pipes.ts";

const MINUTES_SOON = 5;

/** What falls due by itself: timers of charts, and events that were scheduled. */
export function TimersCard({ pipes }: { readonly pipes: Pipes }) {
  const { timers, scheduled } = pipes;
  const soon = timers.byMinute.slice(0, MINUTES_SOON).reduce((sum, count) => sum + count, 0);
  const inHour = timers.byMinute.reduce((sum, count) => sum + count, 0);
  return (
    <Card label="Timers" className="flex flex-col">
      <CardHeader title="Timers" sub="due in the next hour, by minute" />
      <div className="flex flex-1 flex-col gap-2.5 px-3.5 py-3">
        <Bars
          values={timers.byMinute}
          fill
          height={40}
          className="text-teal"
          label={`${formatCount(inHour)} timers are due in the next hour`}
        />
        <KeyValues
          entries={[
            ["Due in 5 min", formatCount(soon)],
            ["Next", next(timers.nextDueAt)],
            ["Late", <Late key="late" count={timers.late} />],
            [
              "Scheduled events",
              <>
                {scheduled.isCut && "≥ "}
                {formatCount(scheduled.waiting)}
                {scheduled.nextDueAt !== null && <> · next {next(scheduled.nextDueAt)}</>}
              </>,
            ],
          ]}
        />
      </div>
    </Card>
  );
}

function next(at: Date | null): ReactNode {
  return at === null ? <span className="text-ink-3">none</span> : <Countdown dueAt={at} />;
}

function Late({ count }: { readonly count: number }) {
  return count === 0 ? (
    <span className="text-green">0</span>
  ) : (
    <span className="text-amber">{formatCount(count)}</span>
  );
}
