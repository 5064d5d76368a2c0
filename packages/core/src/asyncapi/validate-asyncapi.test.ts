import specs from "@asyncapi/specs";
import { describe, expect, it } from "vitest";
import { parseChart } from "../charts/parse-chart.ts";
import { MissingExtraError } from "../kernel/errors.ts";
import type { JsonObject } from "../kernel/json.ts";
import { asyncapiDocument } from "./asyncapi-document.ts";
import { ASYNCAPI_VERSION } from "./asyncapi-options.ts";
import { loadAsyncapiSchema, validateAsyncapi } from "./validate-asyncapi.ts";

/** Loading the validator takes most of a second, and more on a busy machine. */
const VALIDATION_TIMEOUT_MS = 120_000;

const chart = parseChart({
  id: "order",
  initial: "open",
  states: { open: { on: { PAY: { target: "paid", meta: { publish: "order.paid" } } } }, paid: {} },
});
const server = { host: "broker:9092", protocol: "kafka" };
const document = asyncapiDocument(chart, { server });

const missing = (packageName: string) => async () => {
  throw Object.assign(new Error(`Cannot find package '${packageName}'`), {
    code: "ERR_MODULE_NOT_FOUND",
  });
};

describe("validateAsyncapi", () => {
  it("finds nothing wrong with a document of ours, and names the field where one was broken by hand [API-08][TRB-33]", {
    timeout: VALIDATION_TIMEOUT_MS,
  }, async () => {
    const broken = async (change: JsonObject) =>
      (await validateAsyncapi({ ...document, ...change }))
        .map(({ field, problem }) => `${field}: ${problem}`)
        .join();

    expect(await validateAsyncapi(document)).toEqual([]);
    expect(await broken({ asyncapi: "9.9.9" })).toContain("9.9.9");
    expect(await broken({ info: { title: "orders" } })).toContain("info");
    expect(await broken({ servers: { main: { host: "broker:9092" } } })).toContain("servers.main");
    expect(await broken({ servers: { main: { protocol: "kafka" } } })).toContain("servers.main");
  });

  it("names the command to run when the validator is missing [API-08][TRB-32]", async () => {
    const validating = validateAsyncapi(document, missing("@asyncapi/parser"));

    await expect(validating).rejects.toThrow(MissingExtraError);
    await expect(validating).rejects.toThrow("npm install @asyncapi/parser");
  });
});

describe("loadAsyncapiSchema", () => {
  it("gives the schema of the version that documents are written in [API-09]", async () => {
    const schema = await loadAsyncapiSchema();

    expect(ASYNCAPI_VERSION).toBe("3.0.0");
    expect(schema).toBe(specs.schemas[ASYNCAPI_VERSION]);
    expect(schema).toMatchObject({
      type: "object",
      properties: { asyncapi: { const: ASYNCAPI_VERSION } },
    });
  });

  it("names the command to run when it is missing", async () => {
    await expect(loadAsyncapiSchema("3.0.0", missing("@asyncapi/specs"))).rejects.toThrow(
      "npm install @asyncapi/specs",
    );
  });
});
