import type { ReactNode } from "react";
import { formatDuration } from "@/lib/format-duration.ts";
import { formatCount, formatPlural } from "@/lib/format-number.ts";
import { Card, CardHeader, Label } from "@/ui/card.tsx";
import { StateGlyph } from "@/ui/chip.tsx";
import { Sparkline } from "@/ui/sparkline.tsx";
import { type Overview, RANGE_WORDS, type Range } from "../overview.ts";

/** How the pipes stand now: what waits, who works, what is due. */
export function PipesCard({
  overview,
  range,
}: {
  readonly overview: Overview;
  readonly range: Range;
}) {
  const { queue, workersAlive, inFlight } = overview;
  return (
    <Card label="Pipes" className="flex flex-col">
      <CardHeader title="Pipes" sub="now" />
      <div className="grid flex-none grid-cols-2">
        <Fact
          label="Oldest waiting envelope"
          value={queue.oldestMs === null ? "none" : formatDuration(queue.oldestMs)}
          detail={
            queue.waiting === 0
              ? "everything is handled"
              : `${formatPlural(queue.waiting, "delivery", "deliveries")} to do`
          }
        />
        <Fact
          label="Workers"
          value={
            <>
              {formatCount(workersAlive)} alive{" "}
              <StateGlyph state={workersAlive > 0 ? "done" : "failed"} size="md" />
            </>
          }
          tone={workersAlive === 0 ? "text-red" : undefined}
          detail={workersAlive === 0 ? "events and commands wait" : "said so in the last 15 s"}
        />
        <Fact
          label="Timers due in 5 min"
          value={formatCount(queue.timersDueSoon)}
          detail="by the database's clock"
        />
        <Fact
          label="Service calls under way"
          value={formatCount(queue.callsUnderWay)}
          detail={
            queue.retrying === 0
              ? "no delivery waits for another try"
              : `${formatPlural(queue.retrying, "delivery", "deliveries")} tried before`
          }
        />
      </div>
      <div className="flex min-h-0 flex-1 flex-col gap-2 border-t border-line px-3.5 py-3">
        <div className="flex">
          <Label>Instances started</Label>
          <span className="ml-auto text-12 text-ink-2">
            {formatCount(inFlight.started)} in {RANGE_WORDS[range]}
          </span>
        </div>
        <Sparkline values={inFlight.trend} from={0} height={64} className="mt-auto text-ink-2" />
      </div>
    </Card>
  );
}

function Fact(props: {
  readonly label: string;
  readonly value: ReactNode;
  readonly detail: string;
  readonly tone?: string;
}) {
  return (
    <div className="min-w-0 border-line px-3.5 py-3 odd:border-r nth-[n+3]:border-t">
      <Label>{props.label}</Label>
      <div className={`flex items-center gap-1.5 text-16 font-semibold ${props.tone ?? ""}`}>
        {props.value}
      </div>
      <div className="truncate text-12 text-ink-3">{props.detail}</div>
    </div>
  );
}
