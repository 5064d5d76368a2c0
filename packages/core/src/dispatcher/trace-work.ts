import { isTracing, recordSpan, type SpanFacts } from "../kernel/tracing.ts";
import type { BatchResult } from "./batch.ts";

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

/** Note what became of deliveries, once it is committed. */
export function traceResults(results: readonly BatchResult[], startedAt: Date): void {
  if (!isTracing()) return;
  for (const result of results) {
    if (result.kind !== "committed" || result.work.kind !== "delivery") continue;
    const { delivery } = result.work;
    const span = spanOfHandover("handle", delivery.sink, delivery);
    const { outcome, error } = result.plan;
    const attributes = { ...span.attributes, "sagascope.outcome": outcome };
    recordSpan({ ...span, attributes }, startedAt, error && Object.assign(new Error(), error));
  }
}
