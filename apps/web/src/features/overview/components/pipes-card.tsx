import Link from "next/link";
import type { ReactNode } from "react";
import { formatDuration } from "@/lib/format-duration.ts";
import { formatCount, formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { Card, CardHeader, Label } from "@/ui/card.tsx";
import { StateGlyph } from "@/ui/chip.tsx";
import type { Overview } from "../overview.ts";

/** How the pipes stand now: what waits, who works, what is due. */
export function PipesCard({ overview }: { readonly overview: Overview }) {
  const { queue, workersAlive } = overview;
  return (
    <Card label="Pipes" className="flex flex-col">
      <CardHeader title="Pipes" sub="now">
        <ButtonLink href={paths.pipes()} kind="ghost" size="sm" after="arrow">
          Open
        </ButtonLink>
      </CardHeader>
      <div className="grid flex-none grid-cols-2">
        <Fact
          href={`${paths.pipes()}#outbox`}
          label="Oldest waiting envelope"
          value={queue.oldestMs === null ? "none" : formatDuration(queue.oldestMs)}
          detail={
            queue.waiting === 0
              ? "everything is handled"
              : `${formatPlural(queue.waiting, "delivery", "deliveries")} to do`
          }
        />
        <Fact
          href={`${paths.pipes()}#workers`}
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
          href={`${paths.pipes()}#timers`}
          label="Timers due in 5 min"
          value={formatCount(queue.timersDueSoon)}
          detail="by the database's clock"
        />
        <Fact
          href={`${paths.pipes()}#dispatchers`}
          label="Service calls under way"
          value={formatCount(queue.callsUnderWay)}
          detail={
            queue.retrying === 0
              ? "no delivery waits for another try"
              : `${formatPlural(queue.retrying, "delivery", "deliveries")} tried before`
          }
        />
      </div>
    </Card>
  );
}

function Fact(props: {
  readonly href: string;
  readonly label: string;
  readonly value: ReactNode;
  readonly detail: string;
  readonly tone?: string;
}) {
  return (
    <Link
      href={props.href}
      className="block min-w-0 border-line px-3.5 py-3 odd:border-r nth-[n+3]:border-t hover:bg-surface-2"
    >
      <Label>{props.label}</Label>
      <div className={`flex items-center gap-1.5 text-16 font-semibold ${props.tone ?? ""}`}>
        {props.value}
      </div>
      <div className="truncate text-12 text-ink-3">{props.detail}</div>
    </Link>
  );
}
