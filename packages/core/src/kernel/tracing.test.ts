import { ProxyTracerProvider, trace } from "@opentelemetry/api";
import { afterAll, expect, it } from "vitest";
import { isTracing, openSpan } from "./tracing.ts";

afterAll(() => trace.disable());

it("passes on no trace that does not exist, where something is registered that makes no spans", () => {
  const nothing = new ProxyTracerProvider();
  trace.setGlobalTracerProvider({
    getTracer: (name, version, options) => nothing.getTracer(name, version, options),
  });
  expect(isTracing()).toBe(true);
  const span = openSpan(() => ({
    ...{ name: "handle pay", kind: "consumer", traceparent: undefined, attributes: {} },
  }));
  expect(span).toBeDefined();
  expect(span?.traceparent).toBeUndefined();
});
