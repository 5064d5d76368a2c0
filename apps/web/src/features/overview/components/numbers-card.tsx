import type { ReactNode } from "react";
import { type ChartRange, RANGE_WORDS } from "@/lib/chart-range.ts";
import { formatAge, formatDuration } from "@/lib/format-duration.ts";
import { formatCount, formatPercent, formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { Card } from "@/ui/card.tsx";
import { Sparkline } from "@/ui/sparkline.tsx";
import { Stat } from "@/ui/stat.tsx";
import { lookOf, type StateName, TONE_TEXT } from "@/ui/state-table.ts";
import type { Overview } from "../overview.ts";

/** The six numbers; each leads to its list. */
export function NumbersCard({
  overview,
  range,
}: {
  readonly overview: Overview;
  readonly range: ChartRange;
}) {
  const { inFlight, completed, compensated, stuck, overdue, letters, at } = overview;
  const span = RANGE_WORDS[range];
  const ended = completed.count + compensated.count + overview.failed.count;
  const share = ended === 0 ? undefined : compensated.count / ended;
  return (
    <Card
      label="Numbers"
      className="grid flex-none grid-cols-2 overflow-hidden narrow:grid-cols-3 drawer:grid-cols-6 [&>*]:border-line max-narrow:[&>*:nth-child(even)]:border-l max-narrow:[&>*:nth-child(n+3)]:border-t narrow:max-drawer:[&>*:nth-child(n+4)]:border-t narrow:max-drawer:[&>*:not(:nth-child(3n+1))]:border-l drawer:[&>*:not(:first-child)]:border-l"
    >
      <Stat
        state="active"
        label="In flight"
        value={formatCount(inFlight.count)}
        detail={`${formatCount(inFlight.started)} started in ${span}`}
        href={paths.instances({ status: "active" })}
        trend={trendOf("active", inFlight.trend)}
      />
      <Stat
        state="done"
        label="Completed"
        value={formatCount(completed.count)}
        detail={`in ${span}`}
        href={paths.instances({ phase: "completed", ended: range })}
        trend={trendOf("visited", completed.trend)}
      />
      <Stat
        state="compensated"
        label="Compensated"
        value={formatCount(compensated.count)}
        detail={
          share === undefined
            ? `none ended in ${span}`
            : `in ${span}, ${formatPercent(share)} of those ended`
        }
        href={paths.instances({ phase: "compensated", ended: range })}
        trend={trendOf("compensated", compensated.trend)}
      />
      <Stat
        state="stuck"
        label="Stuck"
        value={formatCount(stuck.count)}
        detail={
          stuck.oldestAt
            ? `oldest ${formatAge(at.getTime() - stuck.oldestAt.getTime())}`
            : "nothing stands still"
        }
        href={paths.instances({ attention: "stuck" })}
      />
      <Stat
        state="overdue"
        label="Overdue"
        value={formatCount(overdue.count)}
        detail={overdue.count > 0 ? `by up to ${formatDuration(overdue.byMs)}` : "nothing is late"}
        href={paths.instances({ attention: "overdue" })}
      />
      <Stat
        state="dead"
        label="Dead letters"
        value={formatCount(letters.count)}
        detail={
          letters.count > 0 ? formatPlural(overview.causeCount, "cause") : "nothing needs you"
        }
        href={paths.deadLetters()}
        trend={trendOf("dead", letters.trend)}
      />
    </Card>
  );
}

function trendOf(state: StateName, values: readonly number[]): ReactNode {
  return <Sparkline values={values} from={0} className={TONE_TEXT[lookOf(state).tone]} />;
}
