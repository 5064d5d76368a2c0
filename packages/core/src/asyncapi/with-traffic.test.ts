import { describe, expect, it } from "vitest";
import { parseChart } from "../charts/parse-chart.ts";
import type { JsonObject } from "../kernel/json.ts";
import { createRedactor } from "../kernel/redaction/redactor.ts";
import { asyncapiDocument } from "./asyncapi-document.ts";
import { validateAsyncapi } from "./validate-asyncapi.ts";
import { withTraffic } from "./with-traffic.ts";

const chart = parseChart({
  id: "payment",
  initial: "idle",
  states: { idle: { on: { PAY: { meta: { publish: "paid" } } } } },
});
const document = asyncapiDocument(chart, {
  routes: [{ topic: "commands", type: "pay", event: "PAY" }],
  schemas: { paid: { type: "object", properties: { total: { type: "integer" } } } },
});
const envelope = (type: string, data: JsonObject): JsonObject => ({
  specversion: "1.0",
  id: "e",
  source: "/s",
  type,
  subject: "o-1",
  data,
});
const redactor = createRedactor();
const redact = (value: unknown) => redactor.redact(value).value;
const at = (value: JsonObject, path: string) =>
  path.split("/").reduce<unknown>((part, key) => (part as JsonObject)[key], value);

describe("withTraffic", () => {
  const described = withTraffic(
    document,
    [
      {
        topic: "commands",
        type: "pay",
        envelope: envelope("pay", { total: 5, password: 1234, note: "hi" }),
      },
      { topic: "commands", type: "pay", envelope: envelope("pay", { total: 7, password: 5678 }) },
      { topic: "elsewhere", type: "pay", envelope: envelope("pay", { never: 1 }) },
      { topic: "events", type: "paid", envelope: envelope("paid", { total: 5 }) },
      { topic: "events", type: "paid", envelope: envelope("paid", { total: "five" }) },
    ],
    redact,
  );

  it("infers data that nobody declared from real envelopes, and says so", () => {
    expect(
      at(described, "components/messages/consume.pay/payload/allOf/1/properties/data"),
    ).toEqual({
      type: "object",
      required: ["password", "total"],
      properties: {
        note: { type: "string" },
        password: { type: "integer" },
        total: { type: "integer" },
      },
      description: "Inferred from 2 envelopes; nobody declared it.",
      "x-inferred": { envelopes: 2 },
    });
    expect(at(described, "components/messages/publish.paid/payload")).toEqual(
      at(document, "components/messages/publish.paid/payload"),
    );
  });

  it("gives masked examples that fit, and still validates", async () => {
    const examples = at(described, "components/messages/consume.pay/examples") as JsonObject[];
    expect(examples.map(({ payload }) => (payload as JsonObject).data)).toEqual([
      { total: 5, password: 0, note: "hi" },
      { total: 7, password: 0 },
    ]);
    expect(JSON.stringify(described)).not.toMatch(/1234|5678/);
    expect(at(described, "components/messages/publish.paid/examples")).toHaveLength(1);
    expect(await validateAsyncapi(described)).toEqual([]);
  });

  it("changes nothing where nothing was seen", () => {
    expect(withTraffic(document, [], redact)).toEqual(document);
  });
});
