import type { TimerRecord } from "../engine/records.ts";
import { type OpenSpan, openSpan, type SpanFacts } from "../kernel/tracing.ts";
import type { BatchResult } from "./batch.ts";
import type { Work } from "./work.ts";

/** What the trace needs of an envelope; its text was parsed before, or is not JSON. */
function traceOf(envelope: string): { readonly type: string; readonly traceparent?: string } {
  try {
    const { type, traceparent } = JSON.parse(envelope) as Readonly<Record<string, unknown>>;
    return {
      type: typeof type === "string" ? type : "unknown",
      ...(typeof traceparent === "string" ? { traceparent } : {}),
    };
  } catch {
    return { type: "unknown" };
  }
}

/** The span of handing an envelope to a machine, a relay or a feed; reads the envelope, so only for those who collect spans. */
export function spanOfHandover(
  what: "handle" | "relay",
  sink: string,
  delivery: { readonly topic: string; readonly envelope: string; readonly subject: string },
): SpanFacts {
  const { type, traceparent } = traceOf(delivery.envelope);
  return {
    name: `${what} ${type}`,
    kind: what === "handle" ? "consumer" : "producer",
    traceparent,
    attributes: {
      "messaging.system": "sagascope",
      "messaging.destination.name": delivery.topic,
      "sagascope.sink": sink,
      "sagascope.subject": delivery.subject,
    },
  };
}

function spanOfTimer({ machineId, subject, label, traceparent }: TimerRecord): SpanFacts {
  const attributes = { "sagascope.machine": machineId, "sagascope.subject": subject };
  return { name: `fire ${label}`, kind: "consumer", traceparent, attributes };
}

/** Begin the span of handling an envelope or firing a timer: before it is planned, since what it leads to is part of it. */
export function openHandling(work: Work): OpenSpan | undefined {
  if (work.kind === "timer") return openSpan(() => spanOfTimer(work.timer));
  if (work.kind !== "delivery") return undefined;
  return openSpan(() => spanOfHandover("handle", work.delivery.sink, work.delivery));
}

/** Note what became of work, once it is committed; what was not is done, and noted, another time. */
export function traceResults(results: readonly BatchResult[]): void {
  for (const result of results) {
    if (result.kind !== "committed") continue;
    const { outcome, error } = result.plan;
    const failure = error && Object.assign(new Error(), error);
    result.span?.end({ "sagascope.outcome": outcome }, failure);
  }
}
