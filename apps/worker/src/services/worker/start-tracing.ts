/**
 * Send spans to a collector. Loaded only where there is one: the SDK takes a tenth of a second to load. Sampling and names are set
 * by OpenTelemetry's own variables (`OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER`, …), which the SDK reads.
 *
 * @param endpoint - undefined: nothing is collected
 * @returns sends what is still held, and ends
 */
export async function startTracing(endpoint: string | undefined): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => undefined;
  const { BatchSpanProcessor, NodeTracerProvider } = await import("@opentelemetry/sdk-trace-node");
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
  const provider = new NodeTracerProvider({
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return () => provider.shutdown();
}
