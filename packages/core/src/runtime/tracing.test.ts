import { trace } from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { inSpan, isTracing, openSpan } from "../kernel/tracing.ts";
import { defineProject } from "../projects/define-project.ts";
import { createMemoryEngine } from "../testing/memory-engine.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;

const exporter = new InMemorySpanExporter();

it("costs nobody who collects nothing", async () => {
  expect(isTracing()).toBe(false);
  const factsOf = () => {
    throw new Error("nobody is to ask");
  };
  expect(await inSpan(factsOf, async () => 1)).toBe(1);
  expect(openSpan(factsOf)).toBeUndefined();
});

describe("with an SDK", () => {
  beforeAll(() => {
    const provider = new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(exporter)],
    });
    trace.setGlobalTracerProvider(provider);
  });
  afterAll(() => trace.disable());

  const facts = (traceparent: string | undefined) =>
    ({ name: "call charge", kind: "client", traceparent, attributes: { a: 1 } }) as const;

  it("makes a span part of the trace that a traceparent names", async () => {
    exporter.reset();
    expect(isTracing()).toBe(true);
    await inSpan(
      () => facts(TRACEPARENT),
      async () => 1,
    );

    const [span] = exporter.getFinishedSpans();
    expect(span?.spanContext().traceId).toBe(TRACE);
    expect(span?.parentSpanContext?.spanId).toBe(PARENT);
  });

  it.each([undefined, "not a traceparent"])(
    "begins a trace without one: %s",
    async (traceparent) => {
      exporter.reset();
      openSpan(() => facts(traceparent))?.end({});
      expect(exporter.getFinishedSpans()[0]?.parentSpanContext).toBeUndefined();
    },
  );

  it("notes a failure by its name, and throws it on", async () => {
    exporter.reset();
    const fail = inSpan(
      () => facts(undefined),
      () => Promise.reject(new TypeError("geheim")),
    );
    await expect(fail).rejects.toThrow("geheim");

    const [span] = exporter.getFinishedSpans();
    expect(span?.attributes["error.type"]).toBe("TypeError");
    expect(JSON.stringify([span?.attributes, span?.events, span?.status])).not.toContain("geheim");
  });

  /** A machine that calls a service when it is told to pay, waits for a minute, and tells a relay. */
  function tracedEngine() {
    const published: string[] = [];
    const project = defineProject({
      name: "traced",
      topics: [{ name: "commands" }, { name: "events", onUnknown: "ignore" }],
      routes: [{ topic: "commands", type: "pay", machine: "payment", event: "PAY" }],
      relays: [
        {
          name: "broker",
          topic: "events",
          publish: async ({ envelope }) => {
            published.push(envelope);
          },
        },
      ],
      machines: [
        {
          chart: {
            id: "payment",
            initial: "open",
            states: {
              open: { on: { PAY: "charging" } },
              charging: { invoke: { src: "charge", onDone: "settling" } },
              settling: {
                after: { 60000: { target: "paid", meta: { publish: "payment.paid" } } },
              },
              paid: { type: "final" },
            },
          },
          logic: { services: { charge: async () => ({}) } },
        },
      ],
    });
    return { engine: createMemoryEngine(project), published };
  }

  it.each([
    ["that a sender began", { traceparent: TRACEPARENT }],
    ["that begins with an envelope without one", {}],
  ])(
    "is one trace %s, through a machine, its service call, its timer and what it publishes to a relay",
    async (_which, extensions) => {
      exporter.reset();
      const { engine, published } = tracedEngine();
      await engine.publish(
        "commands",
        createEnvelope({
          ...{ type: "pay", source: "/shop", subject: "p-1", data: {} },
          extensions,
        }),
      );
      await engine.runUntilQuiet();
      await engine.advance(60_000);
      await engine.runUntilQuiet();

      const spans = exporter.getFinishedSpans();
      expect(spans.map(({ name }) => name)).toEqual([
        "handle pay",
        "call charge",
        "fire after.60000",
        "relay payment.paid",
      ]);
      const [handle, call, fire, relay] = spans;
      const traceId = handle?.spanContext().traceId;
      const given = "traceparent" in extensions;
      expect([traceId === TRACE, handle?.parentSpanContext?.spanId]).toEqual([
        given,
        given ? PARENT : undefined,
      ]);
      expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(new Set([traceId]));
      expect([call, fire].map((span) => span?.parentSpanContext?.spanId)).toEqual([
        handle?.spanContext().spanId,
        handle?.spanContext().spanId,
      ]);
      expect(relay?.parentSpanContext?.spanId).toBe(fire?.spanContext().spanId);
      const firing = `00-${traceId}-${fire?.spanContext().spanId}-01`;
      expect(JSON.parse(published[0] ?? "{}")).toMatchObject({ traceparent: firing });
    },
  );
});
