import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { createEnvelope, defineProject } from "@sagascope/core";
import { createMemoryEngine } from "@sagascope/core/memory";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startTracing } from "./start-tracing.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

const project = defineProject({
  name: "shop",
  topics: ["in", { name: "events", onUnknown: "ignore" }],
  machines: [
    {
      chart: {
        id: "order",
        initial: "open",
        states: {
          open: { on: { PAY: "paying" } },
          paying: { invoke: { src: "charge", onDone: "paid" } },
          paid: { type: "final" },
        },
      },
      logic: { services: { charge: async () => ({ ok: true }) } },
    },
  ],
  routes: [{ topic: "in", type: "pay", machine: "order", event: "PAY" }],
});

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly endTimeUnixNano: string;
}

/** What a collector's OTLP receiver over HTTP is sent, as the protocol has it in JSON. */
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string }[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** A server on the loopback that takes what is sent to it. */
async function startReceiver() {
  const taken: { path: string | undefined; headers: IncomingHttpHeaders; body: Export }[] = [];
  const server = createServer(async (request, response) => {
    taken.push({
      path: request.url,
      headers: request.headers,
      body: (await json(request)) as Export,
    });
    response.setHeader("content-type", "application/json").end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { taken, url, close: () => server.close() };
}

afterEach(() => vi.unstubAllEnvs());

describe("tracing", () => {
  it("loads and sends nothing where no collector is named", async () => {
    const stop = await startTracing(undefined);
    expect(await stop()).toBeUndefined();
  });

  it("sends a collector the spans of an envelope's way, in the trace that it came with, before it ends", async () => {
    const receiver = await startReceiver();
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url);
    vi.stubEnv("OTEL_SERVICE_NAME", "shop-worker");
    const stop = await startTracing(receiver.url);
    const engine = createMemoryEngine(project);
    const traceparent = `00-${TRACE}-${PARENT}-01`;
    const envelope = { type: "pay", source: "/till", subject: "o-1", extensions: { traceparent } };
    await engine.publish("in", createEnvelope(envelope));
    await engine.runUntilQuiet();
    await stop();
    receiver.close();

    expect(new Set(receiver.taken.map(({ path }) => path))).toEqual(new Set(["/v1/traces"]));
    const sent = receiver.taken.flatMap(({ body }) => body.resourceSpans);
    const keys = sent.flatMap(({ resource }) => resource.attributes.map(({ key }) => key));
    expect(keys).toContain("service.name");
    const spans = sent.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    expect(spans.map(({ name }) => name).sort()).toEqual(["call charge", "handle pay"]);
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
    const known = new Set([PARENT, ...spans.map(({ spanId }) => spanId)]);
    expect(spans.filter(({ parentSpanId = "" }) => !known.has(parentSpanId))).toEqual([]);
    expect(spans.every(({ endTimeUnixNano }) => BigInt(endTimeUnixNano) > 0n)).toBe(true);
  });
});
