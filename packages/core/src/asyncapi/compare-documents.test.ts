import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseChart } from "../charts/parse-chart.ts";
import type { JsonObject } from "../kernel/json.ts";
import { asyncapiDocument } from "./asyncapi-document.ts";
import type { AsyncapiOptions } from "./asyncapi-options.ts";
import { compareDocuments, countChanges } from "./compare-documents.ts";

const MONEY: JsonObject = {
  type: "object",
  required: ["total", "currency"],
  properties: {
    total: { type: "integer", minimum: 0 },
    currency: { type: "string", enum: ["EUR", "USD"] },
    note: { type: "string", maxLength: 80 },
  },
};
const money = (change: JsonObject) => ({
  ...MONEY,
  properties: { ...(MONEY.properties as JsonObject), ...change },
});
const server = { host: "broker:9092", protocol: "kafka" };

interface Change extends AsyncapiOptions {
  readonly takes?: readonly string[];
  readonly sends?: readonly string[];
}

/** A payment that takes `pay` and `cancel` and sends `paid`, as it is or changed. */
function payment({ takes = ["pay", "cancel"], sends = ["paid"], ...options }: Change = {}) {
  const chart = parseChart({
    id: "payment",
    initial: "idle",
    states: {
      idle: { on: Object.fromEntries(takes.map((event) => [event, "done"])) },
      done: {
        after: Object.fromEntries(
          sends.map((type, at) => [String(1_000 + at), { meta: { publish: type } }]),
        ),
      },
    },
  });
  const routes = takes.map((event) => ({ topic: "commands", type: event, event }));
  return asyncapiDocument(chart, {
    routes,
    servers: { main: server },
    schemas: { pay: MONEY, paid: MONEY },
    ...options,
  });
}

const changed = (change: Change) => compareDocuments(payment(), payment(change));
const lines = (change: Change) =>
  changed(change).map((each) =>
    `${each.class}: ${each.about} ${each.path} ${each.what}`.replace(/ +/g, " "),
  );
const pay = (schema: JsonObject): Change => ({ schemas: { pay: schema, paid: MONEY } });
const paid = (schema: JsonObject): Change => ({ schemas: { pay: MONEY, paid: schema } });
const { currency: _currency, ...withoutCurrency } = MONEY.properties as JsonObject;

describe("compareDocuments", () => {
  it.each<[string, Change, string]>([
    ["a message that is no longer received", { takes: ["pay"] }, "cancel is no longer received"],
    ["a message that is no longer sent", { sends: [] }, "paid is no longer sent"],
    ["a message on another topic", { outboundTopic: "money" }, "paid is on another topic"],
    ["a server that is gone", { servers: {} }, "server main is gone"],
    [
      "a server with another protocol",
      { servers: { main: { ...server, protocol: "amqp" } } },
      "server main speaks another protocol",
    ],
    [
      "a server elsewhere",
      { servers: { main: { ...server, host: "b:1" } } },
      "server main is elsewhere",
    ],
    [
      "a new field that is required of senders",
      pay({ ...money({ who: { type: "string" } }), required: ["total", "currency", "who"] }),
      "pay data.who is new and required",
    ],
    [
      "a field that became required of senders",
      pay({ ...MONEY, required: ["total", "currency", "note"] }),
      "pay data.note is required now",
    ],
    [
      "a narrower type for senders",
      pay(money({ note: { type: "integer", maxLength: 80 } })),
      "pay data.note is integer instead of string",
    ],
    [
      "a value that is no longer taken",
      pay(money({ currency: { type: "string", enum: ["EUR"] } })),
      'pay data.currency lost the value "USD"',
    ],
    [
      "a tighter bound for senders",
      pay(money({ total: { type: "integer", minimum: 1 } })),
      "pay data.total has the minimum 1",
    ],
    [
      "further fields that are no longer taken",
      pay({ ...MONEY, additionalProperties: false }),
      "pay data allows no further fields now",
    ],
    [
      "a field that readers always had and is gone",
      paid({ ...MONEY, required: ["total"], properties: withoutCurrency }),
      "paid data.currency is gone; it was required",
    ],
    [
      "a field that readers can no longer count on",
      paid({ ...MONEY, required: ["total"] }),
      "paid data.currency is no longer required",
    ],
    [
      "a value that readers do not know",
      paid(money({ currency: { type: "string", enum: ["EUR", "USD", "GBP"] } })),
      'paid data.currency has the new value "GBP"',
    ],
    [
      "a wider type for readers",
      paid(money({ total: { type: "number", minimum: 0 } })),
      "paid data.total may be number now",
    ],
    [
      "a looser bound for readers",
      paid(money({ note: { type: "string" } })),
      "paid data.note has no maxLength any more",
    ],
  ])("finds %s breaking", (_name, change, line) => {
    expect(lines(change)).toContain(`breaking: ${line}`);
  });

  it.each<[string, Change, string]>([
    [
      "a new message it receives",
      { takes: ["pay", "cancel", "refund"] },
      "refund new message it receives",
    ],
    ["a new message it sends", { sends: ["paid", "refunded"] }, "refunded new message it sends"],
    ["a new server", { servers: { main: server, other: server } }, "server other is new"],
    [
      "a new optional field for senders",
      pay(money({ who: { type: "string" } })),
      "pay data.who is new",
    ],
    [
      "a new field for readers",
      paid({ ...money({ who: { type: "string" } }), required: ["total", "currency", "who"] }),
      "paid data.who is new and required",
    ],
    [
      "a new value that is taken",
      pay(money({ currency: { type: "string", enum: ["EUR", "USD", "GBP"] } })),
      'pay data.currency has the new value "GBP"',
    ],
    [
      "a field that senders may leave out now",
      pay({ ...MONEY, required: ["total"] }),
      "pay data.currency is no longer required",
    ],
    [
      "a wider type for senders",
      pay(money({ total: { type: "number", minimum: 0 } })),
      "pay data.total may be number now",
    ],
    [
      "other words",
      pay(money({ note: { type: "string", maxLength: 80, description: "for the clerk" } })),
      "pay data.note its description changed",
    ],
    ["another title", { title: "Money" }, "its title changed"],
  ])("finds %s compatible", (_name, change, line) => {
    expect(lines(change)).toEqual([`compatible: ${line}`]);
  });

  it.each<[string, Change, string]>([
    [
      "a pattern that became another",
      pay(money({ note: { type: "string", maxLength: 80, pattern: "^b" } })),
      "pay data.note has another pattern",
    ],
    [
      "an optional field that readers may miss",
      paid({
        ...MONEY,
        properties: {
          total: { type: "integer", minimum: 0 },
          currency: { type: "string", enum: ["EUR", "USD"] },
        },
      }),
      "paid data.note is gone",
    ],
    [
      "a topic that stands otherwise on its broker",
      { withBindings: true },
      "topic commands stands on its broker another way",
    ],
  ])("cannot judge %s", (_name, change, line) => {
    const before = payment(pay(money({ note: { type: "string", maxLength: 80, pattern: "^a" } })));
    const from = line.includes("pattern") ? before : payment();
    const found = compareDocuments(from, payment(change));
    expect(
      found.map((each) =>
        `${each.class}: ${each.about} ${each.path} ${each.what}`.replace(/ +/g, " "),
      ),
    ).toContain(`unclear: ${line}`);
    expect(countChanges(found)).toMatchObject({ breaking: 0 });
  });

  it("names where a change is nested, and what stood there before and after", () => {
    const nested = (price: JsonObject): JsonObject => ({
      type: "object",
      properties: { lines: { type: "array", items: { $ref: "#/definitions/line" } } },
      definitions: { line: { type: "object", properties: { price } } },
    });
    const [change, ...others] = compareDocuments(
      payment(pay(nested({ type: "number" }))),
      payment(pay(nested({ type: "integer" }))),
    );
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      class: "breaking",
      about: "pay",
      direction: "receives",
      path: "data.lines[].price",
      what: "may no longer be number",
      before: "number",
      after: "integer",
    });
  });

  it("comes to an end where schemas refer to themselves", () => {
    const tree: JsonObject = {
      type: "object",
      properties: {
        left: { $ref: "#" },
        right: { $ref: "#" },
        up: { allOf: [{ $ref: "#" }] },
        down: { allOf: [{ $ref: "#" }] },
      },
    };
    const taller = { ...tree, required: ["left"] };
    const found = compareDocuments(payment(pay(tree)), payment(pay(taller)));
    expect(found).toContainEqual(
      expect.objectContaining({ path: "data.left", what: "is required now" }),
    );
    expect(found.length).toBeLessThan(10);
  });

  it("finds nothing between a document and itself, whatever the schema", () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 4 }), (schema) => {
        const document = payment(pay(JSON.parse(JSON.stringify(schema)) as JsonObject));
        expect(compareDocuments(document, document)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
