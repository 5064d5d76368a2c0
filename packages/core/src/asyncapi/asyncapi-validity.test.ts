import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { consumedEventsOf } from "../charts/consumed-events.ts";
import { parseChart } from "../charts/parse-chart.ts";
import type { JsonObject } from "../kernel/json.ts";
import { RANDOM_EVENTS, randomCharts } from "../testing/random-chart.ts";
import { asyncapiDocument } from "./asyncapi-document.ts";
import type { AsyncapiOptions } from "./asyncapi-options.ts";
import { ASYNCAPI_VERSIONS } from "./asyncapi-options.ts";
import { loadAsyncapiSchema, validateAsyncapi } from "./validate-asyncapi.ts";

const CHARTS = 120;
/** The parser takes most of a second for each, so it sees some of them; the schemas it goes by see all. */
const EACH_FOR_PARSER = 12;

const name = fc.oneof(
  fc.constantFrom("order", 'x-y "q', "Ünïcode/päth", "a.b#c", "~1", "{id}", "$ref"),
  fc.string({ minLength: 1, maxLength: 30 }),
);

const options: fc.Arbitrary<AsyncapiOptions> = fc.record(
  {
    version: fc.constantFrom(...ASYNCAPI_VERSIONS),
    title: name,
    description: fc.string(),
    withBindings: fc.boolean(),
    outboundTopic: name,
    inboundTopic: name,
    routes: fc.array(
      fc.record({ topic: name, type: name, event: fc.constantFrom(...RANDOM_EVENTS) }),
      { maxLength: 4 },
    ),
    servers: fc.dictionary(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.record({
        host: fc.constantFrom("broker:1", "b.example"),
        protocol: fc.constantFrom("kafka", "amqp", "nats", "redis", "sqs", "postgresql"),
      }),
      { maxKeys: 3 },
    ),
    schemas: fc.dictionary(
      fc.constantFrom(...RANDOM_EVENTS),
      fc.constantFrom<JsonObject>(
        {
          type: "object",
          properties: { a: { $ref: "#/definitions/a" } },
          definitions: { a: { type: "string" } },
        },
        {},
        { $id: "https://example.com/a", type: "object" },
      ),
    ),
  },
  { requiredKeys: [] },
);

const publication = fc.oneof(
  fc.record({ type: name, data: fc.array(name, { maxLength: 3 }) }),
  name,
);

describe("documents of charts of any shape", () => {
  it(`validate against the official schemas, ${CHARTS} of them, whatever they are called, routed and declared [API-07]`, async () => {
    const check = Object.fromEntries(
      await Promise.all(
        ASYNCAPI_VERSIONS.map(async (version) => {
          const ajv = new Ajv({
            strict: false,
            logger: false,
            validateFormats: false,
            meta: false,
            validateSchema: false,
          });
          return [version, ajv.compile(await loadAsyncapiSchema(version))] as const;
        }),
      ),
    );
    const drawn = fc.sample(fc.tuple(randomCharts, name, publication, options), {
      numRuns: CHARTS,
      seed: 7,
    });
    const shapes = new Set<string>();
    for (const [at, [source, id, publish, choice]] of drawn.entries()) {
      const chart = parseChart(withPublication(named(source, id), publish));
      const document = asyncapiDocument(chart, choice);
      const validate = check[String(document.asyncapi)];
      expect([at, validate?.(document), validate?.errors ?? []]).toEqual([at, true, []]);
      if (at % EACH_FOR_PARSER === 0)
        expect([at, await validateAsyncapi(document)]).toEqual([at, []]);
      shapes.add(JSON.stringify([consumedEventsOf(chart), Object.keys(chart.states ?? {}).length]));
      expect(JSON.stringify(asyncapiDocument(chart, choice))).toBe(JSON.stringify(document));
    }
    expect(shapes.size).toBeGreaterThan(10);
  });
});

/** A random chart under another name; its own stands in its targets too, which a dot would cut. */
function named(chart: JsonObject, id: string): JsonObject {
  const text = JSON.stringify(id.replaceAll(".", "-")).slice(1, -1);
  return JSON.parse(
    JSON.stringify(chart)
      .replace(/"#m(?=[."])/g, () => `"#${text}`)
      .replaceAll('"id":"m"', () => `"id":"${text}"`),
  ) as JsonObject;
}

/** Random charts publish nothing; this one does, on an event of its own. */
function withPublication(chart: JsonObject, publish: unknown): JsonObject {
  const on = { ...(chart.on as JsonObject | undefined), SAY: { meta: { publish } } };
  return { ...chart, on } as JsonObject;
}
