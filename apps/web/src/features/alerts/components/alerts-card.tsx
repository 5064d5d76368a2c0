import Link from "next/link";
import { cx } from "@/lib/cx.ts";
import { formatDuration } from "@/lib/format-duration.ts";
import { formatPlural } from "@/lib/format-number.ts";
import { Card, CardHeader } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { Time } from "@/ui/time.tsx";
import { type Alert, isFailing, noticeWords, placeOf, signalLabel } from "../alert-words.ts";

/** Alerts, the newest first, each with whom it was told. */
export function AlertsCard(props: {
  readonly title: string;
  readonly alerts: readonly Alert[];
  readonly leftOut: number;
  readonly empty: string;
  readonly checkedAt?: Date;
}) {
  const { title, alerts, leftOut, empty, checkedAt } = props;
  return (
    <Card label={title} className="flex flex-col">
      <CardHeader
        title={title}
        sub={alerts.length > 0 ? `${alerts.length + leftOut}` : undefined}
      />
      {alerts.length === 0 ? (
        <EmptyState title={empty} checkedAt={checkedAt} className="min-h-28" />
      ) : (
        <ul>
          {alerts.map((alert) => (
            <AlertRow key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
      {leftOut > 0 && (
        <p className="border-t border-line px-3.5 py-2 text-12 text-ink-3">
          {formatPlural(leftOut, "more alert stands", "more alerts stand")} and are not shown here.
        </p>
      )}
    </Card>
  );
}

function AlertRow({ alert }: { readonly alert: Alert }) {
  const { summary, signal, rule, raisedAt, recoveredAt, silentSince, notices } = alert;
  const isOver = recoveredAt !== undefined;
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-line px-3.5 py-2 not-last:border-b">
      <Glyph
        name={isOver ? "st-done" : "alert"}
        className={isOver ? "text-green" : "text-red"}
        label={isOver ? "over" : "stands"}
      />
      <div className="min-w-0 flex-1">
        <Link href={placeOf(alert)} className="font-strong hover:underline">
          {summary}
        </Link>
        <div className="text-12 text-ink-3">
          {signalLabel(signal)}, rule {rule}
        </div>
      </div>
      <ul className="max-w-90 text-12">
        {notices.map((notice) => (
          <li
            key={notice.id}
            className={cx("truncate", isFailing(notice) ? "text-red" : "text-ink-2")}
            title={noticeWords(notice)}
          >
            {noticeWords(notice)}
          </li>
        ))}
        {notices.length === 0 && (
          <li className="text-ink-3">told nobody: the rule has no channel</li>
        )}
      </ul>
      <span className="w-40 text-right text-12 text-ink-3">
        {isOver ? (
          <>
            <Time at={raisedAt} />, for {formatDuration(recoveredAt.getTime() - raisedAt.getTime())}
          </>
        ) : (
          <>
            {silentSince ? "better now, raised" : "raised"} <Time at={raisedAt} show="age" />
          </>
        )}
      </span>
    </li>
  );
}
