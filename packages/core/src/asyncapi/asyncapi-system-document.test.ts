import { describe, expect, it } from "vitest";
import type { JsonObject } from "../kernel/json.ts";
import { defineProject } from "../projects/define-project.ts";
import type { ProjectDefinition } from "../projects/project.ts";
import { machineDocumentOf, systemDocumentOf } from "../projects/project-documents.ts";
import { validateAsyncapi } from "./validate-asyncapi.ts";

const SHOP: ProjectDefinition = {
  name: "shop",
  topics: ["commands", "events"],
  observers: [{ name: "carrier", topic: "parcels", types: ["parcel.scanned"] }],
  machines: [
    {
      logic: {},
      document: { title: "Orders", description: "From the till to the door." },
      chart: {
        id: "order",
        initial: "open",
        states: {
          open: {
            on: { PLACE: { target: "placed", meta: { publish: "order.placed" } }, LOSE: "placed" },
          },
          placed: { type: "final" },
        },
      },
    },
    {
      logic: {},
      chart: {
        id: "payment",
        initial: "idle",
        states: { idle: { on: { "order.placed": "done" } }, done: { type: "final" } },
      },
    },
  ],
  routes: [
    { topic: "commands", type: "shop.place", machine: "order", event: "PLACE" },
    { topic: "events", type: "order.placed", machine: "payment" },
  ],
  schemas: {
    "order.placed": {
      type: "object",
      required: ["total"],
      properties: { total: { $ref: "#/definitions/money" } },
      definitions: { money: { type: "integer" } },
    },
  },
};

const on = (protocol: string, version: "3.0.0" | "3.1.0" = "3.0.0") =>
  defineProject({
    ...SHOP,
    documents: { version, servers: { main: { host: "broker:1", protocol } } },
  });

const at = (document: JsonObject, path: string): unknown =>
  path.split("/").reduce<unknown>((value, key) => (value as JsonObject)?.[key], document);

describe("asyncapiSystemDocument", () => {
  it("has a channel a topic, an operation for each machine and way, and one message a type", () => {
    const document = systemDocumentOf(defineProject(SHOP));

    expect(
      Object.entries(document.channels as JsonObject).map(([key, channel]) => [
        key,
        Object.keys((channel as JsonObject).messages as JsonObject),
      ]),
    ).toEqual([
      ["commands", ["shop.place"]],
      ["events", ["order.placed"]],
      ["parcels", ["parcel.scanned"]],
    ]);
    expect(Object.keys(document.operations as JsonObject)).toEqual([
      "order_receive_commands",
      "order_send_events",
      "payment_receive_events",
    ]);
    expect(at(document, "channels/parcels/description")).toBe(
      "Published by carrier; taken by nobody of the project.",
    );
    expect(document.info).toMatchObject({ title: "shop system", version: "1.0.0" });
  });

  it("shows each subscriber with its title and description, on the database's own queue, and leaves out what is hidden [API-11]", () => {
    const document = systemDocumentOf(defineProject(SHOP));
    expect(document.servers).toMatchObject({ queue: { protocol: "postgresql" } });
    expect(at(document, "operations/order_receive_commands")).toMatchObject({
      title: "Orders",
      description: "From the till to the door.",
      tags: [{ name: "order" }],
    });

    const [order, payment] = SHOP.machines;
    const machines = [
      { ...order, document: { isHidden: true } },
      payment,
    ] as ProjectDefinition["machines"];
    const without = systemDocumentOf(defineProject({ ...SHOP, machines }));
    expect(Object.keys(without.operations as JsonObject)).toEqual(["payment_receive_events"]);
  });

  it("points from the message to the declared schema, and within the schema to itself", () => {
    const document = systemDocumentOf(defineProject(SHOP));

    expect(at(document, "components/messages/order.placed/payload/allOf/1")).toMatchObject({
      required: ["data"],
      properties: { data: { $ref: "#/components/schemas/order.placed.data" } },
    });
    expect(at(document, "components/schemas/order.placed.data/properties/total")).toEqual({
      $ref: "#/components/schemas/order.placed.data/definitions/money",
    });
  });

  it("gives the same text for the same project", () => {
    expect(JSON.stringify(systemDocumentOf(on("kafka")))).toBe(
      JSON.stringify(systemDocumentOf(on("kafka"))),
    );
  });

  it.each([
    ["kafka", { topic: "events", bindingVersion: "0.5.0" }],
    ["amqp", { is: "routingKey", exchange: { name: "events" } }],
    ["sqs", { queue: { name: "events.fifo", fifoQueue: true } }],
    ["redis", {}],
  ])("says how a topic stands on %s", (protocol, binding) => {
    expect(
      at(systemDocumentOf(on(protocol)), `channels/events/bindings/${protocol}`),
    ).toMatchObject(binding);
  });

  it("says who shares the work on Kafka and NATS", () => {
    const operation = "operations/payment_receive_events/bindings";
    expect(at(systemDocumentOf(on("kafka-secure")), operation)).toMatchObject({
      kafka: { groupId: { enum: ["payment"] } },
    });
    expect(at(systemDocumentOf(on("nats")), operation)).toMatchObject({
      nats: { queue: "payment" },
    });
  });

  it.each(["3.0.0", "3.1.0"] as const)(
    "validates as AsyncAPI %s with the official parser on every broker, as the machines' own documents do [API-07]",
    async (version) => {
      const servers = Object.fromEntries(
        ["kafka", "amqp", "nats", "redis", "sqs", "postgresql"].map((protocol) => [
          protocol,
          { host: "broker:1", protocol },
        ]),
      );
      const project = defineProject({ ...SHOP, documents: { version, servers } });
      const machines = project.machines.map((machine) => machineDocumentOf(project, machine));
      for (const document of [systemDocumentOf(project), ...machines]) {
        expect(document.asyncapi).toBe(version);
        expect(await validateAsyncapi(document)).toEqual([]);
      }
    },
  );
});
