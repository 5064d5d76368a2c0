import Link from "next/link";
import type { ReactNode } from "react";
import { formatCount } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { Bars } from "@/ui/bars.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import type { GlyphName } from "@/ui/glyph-shapes.tsx";
import { Time } from "@/ui/time.tsx";
import { type Document, type Message, type Traffic, trafficOf } from "../document.ts";

interface LiveProps {
  readonly message: Message;
  readonly document: Document;
  readonly traffic: Traffic | undefined;
  readonly hasFailed: boolean;
}

/** How often a message came or went lately, who takes it, and what failed at it. */
export function LiveCard({ message, document, traffic, hasFailed }: LiveProps) {
  return (
    <Card label="Live" className="flex-none">
      <CardHeader title="Live" sub={traffic && <SpanWords traffic={traffic} />} />
      {traffic ? (
        <Counts message={message} document={document} traffic={traffic} />
      ) : (
        <p className="px-3.5 py-3 text-12 text-ink-3">
          {hasFailed ? "The counts could not be read. There may be envelopes." : "Counting…"}
        </p>
      )}
    </Card>
  );
}

function SpanWords({ traffic }: { readonly traffic: Traffic }) {
  return traffic.isCut ? (
    <>
      since <Time at={traffic.since} />: more came in 24 h than are counted
    </>
  ) : (
    "24 h"
  );
}

function Counts({
  message,
  document,
  traffic,
}: Omit<LiveProps, "hasFailed"> & { readonly traffic: Traffic }) {
  const seen = trafficOf(message, traffic);
  const isSent = message.direction === "sends";
  const open = traffic.letters.find(({ type }) => type === message.type)?.open ?? 0;
  const takers = document.consumers.filter(({ type }) => type === message.type);
  return (
    <>
      <div className="px-3.5 py-3">
        <div className="flex items-baseline gap-2">
          <b className="text-20 font-semibold tracking-[-.018em]">
            {formatCount(seen?.count ?? 0)}
          </b>
          <span className="text-12 text-ink-2">{isSent ? "published" : "came in"}</span>
          {seen && (
            <span className="ml-auto text-12 text-ink-3">
              last <Time at={seen.lastAt} show="age" />
            </span>
          )}
        </div>
        {seen && (
          <Bars
            values={seen.trend}
            width={272}
            height={34}
            fill
            className="mt-1.5 text-blue"
            label={`${formatCount(seen.count)} envelopes, spread over the time that was counted`}
          />
        )}
      </div>
      <div className="border-t border-line py-1 text-12">
        {isSent && (
          <Line title="Consumed by">
            <span className="min-w-0 text-right text-ink-2">
              {takers.map(({ sink }) => sink).join(", ") || "no machine of ours"}
            </span>
          </Line>
        )}
        {document.kind !== "import" && (
          <Line
            title="Open dead letters of this type"
            href={open > 0 ? lettersHref(document, message.type) : undefined}
            glyph="st-dead"
          >
            <b className={open > 0 ? "font-strong text-red" : "font-strong"}>{formatCount(open)}</b>
          </Line>
        )}
        <Line
          title={isSent ? "Subjects it was sent for" : "Subjects it came for"}
          href={
            document.kind === "machine" ? paths.instances({ machine: document.name }) : undefined
          }
          glyph="instances"
        >
          <b className="font-strong">{formatCount(seen?.subjects ?? 0)}</b>
        </Line>
      </div>
    </>
  );
}

/** What is counted is what is listed there. */
function lettersHref({ kind, name }: Document, type: string): string {
  return paths.deadLetters({ machine: kind === "machine" ? name : undefined, type });
}

function Line(props: {
  readonly title: string;
  readonly href?: string | undefined;
  readonly glyph?: GlyphName;
  readonly children: ReactNode;
}) {
  const content = (
    <>
      {props.glyph && <Glyph name={props.glyph} size="sm" className="text-ink-2" />}
      <span className="flex-1">{props.title}</span>
      {props.children}
    </>
  );
  const className = "flex items-center gap-2 px-3.5 py-1.5";
  return props.href ? (
    <Link href={props.href} className={`${className} hover:bg-surface-2`}>
      {content}
    </Link>
  ) : (
    <div className={className}>{content}</div>
  );
}
