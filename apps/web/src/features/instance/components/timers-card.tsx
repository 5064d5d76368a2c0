import { eventWords } from "@/lib/event-words.ts";
import { formatCountdown } from "@/lib/format-duration.ts";
import { useNow } from "@/lib/use-now.ts";
import { Card, CardHeader } from "@/ui/card.tsx";
import { StateGlyph } from "@/ui/chip.tsx";
import { Meter } from "@/ui/meter.tsx";
import { ScrollArea } from "@/ui/scroll-area.tsx";
import { Countdown, Time } from "@/ui/time.tsx";
import { pastTimers } from "../build-past-timers.ts";
import type { Instance, Moment } from "../instance.ts";

type Timer = Instance["timers"][number];

/** The timers that run, with what is left of them; of the past, those that ran then. */
export function TimersCard({ moment }: { readonly moment: Moment }) {
  if (!moment.isLive) return <PastTimersCard moment={moment} />;
  const { timers, moreTimers, status } = moment.instance;
  const count = `${timers.length}${moreTimers ? "+" : ""} running`;
  return (
    <Card label="Timers" className="flex min-h-0 flex-col overflow-hidden">
      <CardHeader title="Timers" sub={timers.length > 0 ? count : undefined} />
      <ScrollArea className="min-h-0 flex-1 overflow-y-auto">
        {timers.map((timer) => (
          <TimerRow key={timer.ref} timer={timer} />
        ))}
        {timers.length === 0 && (
          <p className="px-3.5 py-2.5 text-12 text-ink-3">
            {status === "active" ? "None runs in this state." : "None: it has ended."}
          </p>
        )}
        {moreTimers && (
          <p className="px-3.5 py-2 text-12 text-ink-3">
            The {timers.length} that are due first; there are more.
          </p>
        )}
      </ScrollArea>
    </Card>
  );
}

function PastTimersCard({ moment }: { readonly moment: Moment }) {
  const timers = pastTimers(moment);
  const now = moment.step?.at;
  return (
    <Card label="Timers" className="flex min-h-0 flex-col overflow-hidden">
      <CardHeader title="Timers" sub={`after step ${moment.step?.revision}`} />
      <ScrollArea className="min-h-0 flex-1 overflow-y-auto">
        {timers.map(({ state, label, delay, dueAt }) => (
          <div
            key={`${state} ${label}`}
            className="border-line px-3.5 py-2 text-12 not-last:border-b"
          >
            <div className="flex gap-2 text-13">
              <b className="min-w-0 flex-1 truncate font-strong">{eventWords(label)}</b>
              {dueAt && now && (
                <span className="text-teal">
                  {formatCountdown(dueAt.getTime() - now.getTime())}
                </span>
              )}
            </div>
            <div className="truncate text-ink-3">
              {state},{" "}
              {dueAt ? (
                <>
                  due <Time at={dueAt} show="ms" />
                </>
              ) : (
                `${delay === undefined ? "" : `delay named ${delay}, `}when it was due is not recorded`
              )}
            </div>
          </div>
        ))}
        {timers.length === 0 && (
          <p className="px-3.5 py-2.5 text-12 text-ink-3">None ran in this state.</p>
        )}
      </ScrollArea>
    </Card>
  );
}

function TimerRow({ timer }: { readonly timer: Timer }) {
  const now = useNow();
  const wholeMs = timer.dueAt.getTime() - timer.scheduledAt.getTime();
  const goneMs = now ? now.getTime() - timer.scheduledAt.getTime() : 0;
  return (
    <div className="border-line px-3.5 py-2.5 not-last:border-b">
      <div className="flex items-center gap-2">
        <StateGlyph state="waiting" decorative />
        <b className="min-w-0 flex-1 truncate font-strong">{eventWords(timer.label)}</b>
        <Countdown dueAt={timer.dueAt} className="font-strong text-teal" />
      </div>
      <Meter
        share={wholeMs > 0 ? goneMs / wholeMs : 1}
        label={`${eventWords(timer.label)} of ${timer.state}`}
        tone="teal"
        className="my-1.5"
      />
      <div className="truncate text-12 text-ink-3">
        {timer.state}, due <Time at={timer.dueAt} show="ms" />
      </div>
    </div>
  );
}
