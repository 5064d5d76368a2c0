import { trace } from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { inSpan, isTracing, recordSpan } from "../kernel/tracing.ts";
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
      recordSpan(facts(traceparent), new Date());
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

  it("follows an envelope through a machine, its service call and what it publishes to a relay", async () => {
    exporter.reset();
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
              charging: {
                invoke: {
                  src: "charge",
                  onDone: { target: "paid", meta: { publish: "payment.paid" } },
                },
              },
              paid: { type: "final" },
            },
          },
          logic: { services: { charge: async () => ({}) } },
        },
      ],
    });
    const engine = createMemoryEngine(project);
    await engine.publish(
      "commands",
      createEnvelope({
        ...{ type: "pay", source: "/shop", subject: "p-1", data: {} },
        extensions: { traceparent: TRACEPARENT },
      }),
    );
    await engine.runUntilQuiet();

    const spans = exporter.getFinishedSpans();
    expect(spans.map(({ name }) => name)).toEqual([
      "handle pay",
      "call charge",
      "relay payment.paid",
    ]);
    expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(new Set([TRACE]));
    expect(JSON.parse(published[0] ?? "{}")).toMatchObject({ traceparent: TRACEPARENT });
  });
});
