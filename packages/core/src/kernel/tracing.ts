import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  ProxyTracerProvider,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";

/** W3C Trace Context, version 00: trace id, id of the parent span, flags. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** What a span is of. */
export interface SpanFacts {
  /** Low in variety: the kind of work and its type, never an id. */
  readonly name: string;
  readonly kind: "consumer" | "producer" | "client";
  /** The trace it is part of; without one a trace begins. */
  readonly traceparent: string | undefined;
  readonly attributes: Attributes;
}

const KINDS = {
  consumer: SpanKind.CONSUMER,
  producer: SpanKind.PRODUCER,
  client: SpanKind.CLIENT,
} as const;

/** Whether anybody collects spans: what it takes to make one may be left out otherwise. */
export function isTracing(): boolean {
  const provider = trace.getTracerProvider();
  return (
    !(provider instanceof ProxyTracerProvider) ||
    provider.getDelegateTracer("sagascope") !== undefined
  );
}

/** Without an SDK that somebody registered, this and all below does next to nothing. */
const tracer = trace.getTracer("sagascope");

/**
 * Do something within a span, which is the active one meanwhile: what an instrumented client calls becomes part of the trace. What
 * is thrown is noted on the span by its name alone, since messages may hold secrets, and thrown on. While nobody collects spans, none is
 * made: even one that does nothing would cost a tenth of what handing an envelope on does.
 *
 * @param factsOf - asked only if somebody collects spans
 */
export function inSpan<Result>(
  factsOf: () => SpanFacts,
  run: () => Promise<Result>,
  failureOf: (result: Result) => unknown = () => undefined,
): Promise<Result> {
  return isTracing() ? runInSpan(startSpan(factsOf()), run, failureOf) : run();
}

async function runInSpan<Result>(
  span: Span,
  run: () => Promise<Result>,
  failureOf: (result: Result) => unknown,
): Promise<Result> {
  try {
    const result = await context.with(trace.setSpan(context.active(), span), run);
    noteFailure(span, failureOf(result));
    return result;
  } catch (error) {
    noteFailure(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** A span that has begun, and that what follows from it names as its parent. */
export interface OpenSpan {
  /** Of this span, for what is part of its trace elsewhere or later; undefined if whoever was registered makes no real ones. */
  readonly traceparent: string | undefined;
  /** Note it, with what came of it. One that is never ended is never seen. */
  end(attributes: Attributes, failure?: unknown): void;
}

/**
 * Begin a span that is ended elsewhere.
 *
 * @param factsOf - asked only if somebody collects spans
 * @returns undefined while nobody does
 */
export function openSpan(factsOf: () => SpanFacts): OpenSpan | undefined {
  if (!isTracing()) return undefined;
  const span = startSpan(factsOf());
  return {
    traceparent: traceparentOf(span),
    end(attributes, failure) {
      span.setAttributes(attributes);
      noteFailure(span, failure);
      span.end();
    },
  };
}

function traceparentOf(span: Span): string | undefined {
  const spanContext = span.spanContext();
  if (!isSpanContextValid(spanContext)) return undefined;
  const { traceId, spanId, traceFlags } = spanContext;
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}

function startSpan({ name, kind, traceparent, attributes }: SpanFacts): Span {
  return tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(traceparent));
}

function noteFailure(span: Span, failure: unknown): void {
  if (failure === undefined) return;
  const name = failure instanceof Error ? failure.name : "error";
  span.setAttribute("error.type", name);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function contextOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return context.active();
  return trace.setSpanContext(context.active(), {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}
