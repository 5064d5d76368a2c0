import Link from "next/link";
import type { ReactNode } from "react";
import { formatDuration } from "@/lib/format-duration.ts";
import { formatCount, formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { StateGlyph } from "@/ui/chip.tsx";
import type { StateName } from "@/ui/state-table.ts";
import { Countdown, Time } from "@/ui/time.tsx";
import type { Deeds, Envelope } from "../conversation.ts";
import { EnvelopeLink } from "./envelope-link.tsx";

const LINK = "underline decoration-line-control underline-offset-2 hover:decoration-ink";
const EFFECTS_SHOWN = 4;

/** What became of an envelope: the steps it caused, who still has to act on it, who gave up, and what followed. */
export function WhatItDid(props: {
  readonly envelope: Envelope;
  /** Calls of services that it led to. */
  readonly calls: Deeds["calls"];
}) {
  const { consumptions, waiting, letters, effects, effectCount, correlationId } = props.envelope;
  const nothing = consumptions.length + waiting.length + letters.length === 0;
  return (
    <section>
      <h2 className="mb-1 text-13 font-semibold">What it did</h2>
      <ul className="flex flex-col gap-1.5 text-12">
        {consumptions.map(({ machineId, subject, revision, states, at }) => (
          <Line key={`${machineId}/${subject}/${revision}`} state="done">
            <b className="font-strong">{machineId} processed it</b>,{" "}
            <Time at={at} show="ms" className="text-ink-3" />
            <br />
            step {revision} →{" "}
            <Link href={paths.instance(machineId, subject, { rev: revision })} className={LINK}>
              {states.join(" and ")}
            </Link>
          </Line>
        ))}
        {waiting.map(({ sink, attempts, dueAt }) => (
          <Line key={sink} state="waiting">
            <b className="font-strong">waits in the outbox for {sink}</b>
            {attempts > 0 && (
              <>
                , {formatPlural(attempts, "attempt")} failed, next in <Countdown dueAt={dueAt} />
              </>
            )}
          </Line>
        ))}
        {letters.map(({ id, consumer, causeTitle, resolvedAt }) => (
          <Line key={id} state={resolvedAt === null ? "dead" : "visited"}>
            <b className="font-strong">{consumer} gave up</b>:{" "}
            <Link href={paths.deadLetter(id)} className={LINK}>
              {causeTitle}
            </Link>
            {resolvedAt !== null && (
              <>
                , resolved <Time at={resolvedAt} className="text-ink-3" />
              </>
            )}
          </Line>
        ))}
        {props.calls.map((call) => (
          <Line
            key={`${call.src} ${call.createdAtMs}`}
            state={CALL_STATES[call.status] ?? "active"}
          >
            <b className="font-strong">called {call.src}</b>, {callWords(call)}
          </Line>
        ))}
        {nothing && (
          <Line state="visited">It was recorded; no machine took a step because of it.</Line>
        )}
        {effects.length > 0 && (
          <Line state="possible">
            led to{" "}
            {effects.slice(0, EFFECTS_SHOWN).map(({ id, type }, index) => (
              <span key={id}>
                {index > 0 && ", "}
                <EnvelopeLink id={id} correlationId={correlationId}>
                  {type}
                </EnvelopeLink>
              </span>
            ))}
            {effectCount > EFFECTS_SHOWN && ` and ${formatCount(effectCount - EFFECTS_SHOWN)} more`}
          </Line>
        )}
      </ul>
    </section>
  );
}

const CALL_STATES: Readonly<Record<string, StateName>> = {
  done: "done",
  dead: "failed",
  cancelled: "visited",
};

function callWords({ status, attempts, createdAtMs, finishedAtMs }: Deeds["calls"][number]) {
  const tries = attempts > 1 ? `, ${attempts} attempts` : "";
  return finishedAtMs === null
    ? `not ended${tries}`
    : `${status} after ${formatDuration(finishedAtMs - createdAtMs)}${tries}`;
}

function Line({ state, children }: { readonly state: StateName; readonly children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <StateGlyph state={state} decorative className="mt-0.5" />
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  );
}
