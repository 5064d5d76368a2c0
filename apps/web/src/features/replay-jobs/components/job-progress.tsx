import { cx } from "@/lib/cx.ts";
import { formatCount } from "@/lib/format-number.ts";
import { endedOf } from "@/lib/replay-outcomes.ts";
import { Card, CardHeader } from "@/ui/card.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { Distribution } from "@/ui/meter.tsx";
import { TONE_TEXT } from "@/ui/state-table.ts";
import { type Job, sharesOf } from "../job-words.ts";

/** Preview, canary, run, end; and how many letters are where. */
export function JobProgress({ job }: { readonly job: Job }) {
  return (
    <Card label="Progress" className="flex-none">
      <CardHeader
        title={`${formatCount(endedOf(job))} of ${formatCount(job.letters)}`}
        sub={`${percentOf(job)} %`}
      />
      <div className="px-3.5 py-3">
        <Phases job={job} />
        <Distribution shares={sharesOf(job)} className="mt-3" />
        <ul className="mt-2 text-12">
          {sharesOf(job)
            .filter(({ count }) => count > 0)
            .map(({ label, count, tone }) => (
              <li key={label} className="flex items-center gap-2 py-0.5">
                <span className={TONE_TEXT[tone]} aria-hidden>
                  ■
                </span>
                <span>{label}</span>
                <b className="ml-auto font-strong">{formatCount(count)}</b>
              </li>
            ))}
        </ul>
      </div>
    </Card>
  );
}

function percentOf(job: Job): number {
  return job.letters === 0 ? 100 : Math.floor((endedOf(job) * 100) / job.letters);
}

function Phases({ job }: { readonly job: Job }) {
  const ended = job.state === "done" || job.state === "cancelled";
  const hasCanary = job.canary > 0;
  const phases = [
    { name: "Preview", isDone: true, isNow: false },
    ...(hasCanary
      ? [
          {
            name: `Canary ${formatCount(Math.min(job.canary, job.letters))}`,
            isDone: job.canaryPassed,
            isNow: !job.canaryPassed && !ended,
          },
        ]
      : []),
    { name: "Run", isDone: ended && job.canaryPassed, isNow: job.canaryPassed && !ended },
    { name: job.state === "cancelled" ? "Cancelled" : "Done", isDone: ended, isNow: false },
  ];
  return (
    <ol aria-label="Phases" className="flex flex-wrap items-center gap-x-1.5 text-12">
      {phases.map(({ name, isDone, isNow }, at) => (
        <li
          key={name}
          aria-current={isNow ? "step" : undefined}
          className={cx("flex items-center gap-1.5", isNow ? "font-strong" : "text-ink-3")}
        >
          {at > 0 && <Glyph name="right" size="xs" className="text-ink-3" />}
          {isDone && <Glyph name="check" size="xs" className="text-green" />}
          {name}
        </li>
      ))}
    </ol>
  );
}
