import { describe, expect, it } from "vitest";
import { parseChart } from "../charts/parse-chart.ts";
import type { JsonObject } from "../kernel/json.ts";
import { asyncapiDocument } from "./asyncapi-document.ts";
import { messageData } from "./message-data.ts";
import { outlineOf } from "./outline.ts";

const chart = parseChart({
  id: "m",
  initial: "a",
  context: { total: 0 },
  states: { a: { on: { GO: { meta: { publish: { type: "went", data: ["total"] } } } } } },
});
const dataOf = (schemas: Readonly<Record<string, JsonObject>>) => {
  const document = asyncapiDocument(chart, { schemas });
  return outlineOf(document).messages.map((message) => messageData(document, message));
};

describe("messageData", () => {
  it("says who describes the data", () => {
    expect(dataOf({}).map(({ origin }) => origin)).toEqual(["any", "named"]);
    expect(dataOf({ went: { type: "object" } }).map(({ origin }) => origin)).toEqual([
      "any",
      "declared",
    ]);
  });

  it("lists fields as a reader meets them, nested ones under their own", () => {
    const line = { type: "object", required: ["sku"], properties: { sku: { type: "string" } } };
    const [go] = dataOf({
      GO: {
        type: "object",
        required: ["at"],
        properties: {
          at: { type: "string", format: "date-time", description: "when" },
          lines: { type: "array", items: { $ref: "#/definitions/line" }, minItems: 1 },
          currency: { enum: ["EUR", "USD"] },
        },
        definitions: { line },
      },
    });
    expect(
      go?.fields.map(({ path, depth, type, isRequired, meaning }) => [
        path,
        depth,
        type,
        isRequired,
        meaning,
      ]),
    ).toEqual([
      ["data.at", 0, "date-time", true, "when"],
      ["data.lines", 0, "array of object", false, "minItems 1"],
      ["data.lines[].sku", 1, "string", true, ""],
      ["data.currency", 0, "enum", false, '"EUR", "USD"'],
    ]);
  });

  it("shows a schema that refers to itself once, and cuts one without end", () => {
    const [tree] = dataOf({
      GO: { type: "object", properties: { left: { $ref: "#" }, right: { $ref: "#" } } },
    });
    expect(tree?.fields.map(({ path }) => path)).toEqual(["data.left", "data.right"]);
    const many = Object.fromEntries(Array.from({ length: 301 }, (_each, at) => [`f${at}`, {}]));
    const [wide] = dataOf({
      GO: { type: "object", properties: { a: { properties: many }, b: { properties: many } } },
    });
    expect(wide).toMatchObject({ isCut: true });
    expect(wide?.fields).toHaveLength(300);
  });
});
