import Link from "next/link";
import type { ReactNode } from "react";
import { cutMiddle } from "@/lib/cut-middle.ts";
import { formatCount, formatKnownCount, formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import type { Moment } from "../instance.ts";

const SHOWN_MAX = 3;

/** The chain of events around the step: what caused it and what it announced. */
export function ChainCard({ moment: { instance, step } }: { readonly moment: Moment }) {
  const { correlationId, chain } = instance;
  const published = step?.published ?? [];
  const shown = published.slice(0, SHOWN_MAX);
  const count = published.length + (step?.morePublished ?? 0);
  return (
    <Card label="Chain" className="flex min-h-0 flex-col overflow-hidden">
      <CardHeader title="Chain" sub={<span className="mono">{cutMiddle(correlationId)}</span>}>
        <ButtonLink href={paths.conversation(correlationId)} kind="ghost" size="sm" after="arrow">
          Open
        </ButtonLink>
      </CardHeader>
      <dl className="grid min-h-0 flex-1 auto-rows-min grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 overflow-y-auto px-3.5 py-2 text-12 leading-[19px]">
        <dt className="text-ink-3">caused by</dt>
        <dd className="truncate">
          {step?.causeKind === "event" ? (
            <EventLink correlationId={correlationId} id={step.causeId}>
              {step.causeType ?? cutMiddle(step.causeId)}
            </EventLink>
          ) : (
            <span className="text-ink-2">{causeWords(step?.causeKind)}</span>
          )}
        </dd>
        <dt className="text-ink-3">published</dt>
        <dd className="min-w-0">
          {shown.map(({ id, type }) => (
            <div key={id} className="truncate">
              <EventLink correlationId={correlationId} id={id}>
                {type}
              </EventLink>
            </div>
          ))}
          {count === 0 && <span className="text-ink-2">nothing in this step</span>}
          {count > shown.length && (
            <span className="text-ink-3">
              {shown.length === 0
                ? `${formatPlural(count, "envelope")}, not listed`
                : `and ${formatCount(count - shown.length)} more`}
            </span>
          )}
        </dd>
      </dl>
      <p className="flex-none border-t border-line px-3.5 py-1.5 text-12 text-ink-3">
        {formatKnownCount(chain.envelopes, chain.envelopes >= chain.envelopesMax)}{" "}
        {chain.envelopes === 1 ? "envelope" : "envelopes"} in the conversation
      </p>
    </Card>
  );
}

function EventLink(props: {
  readonly correlationId: string;
  readonly id: string;
  readonly children: ReactNode;
}) {
  return (
    <Link
      href={paths.conversation(props.correlationId, { event: props.id })}
      className="mono underline decoration-line-control underline-offset-2 hover:decoration-ink"
    >
      {props.children}
    </Link>
  );
}

function causeWords(kind: string | undefined): string {
  if (kind === "effect") return "the answer of a service";
  if (kind === "timer") return "a timer";
  return kind === "command" ? "an operator" : "not recorded";
}
