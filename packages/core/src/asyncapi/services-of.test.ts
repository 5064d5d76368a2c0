import { describe, expect, it } from "vitest";
import { parseChart } from "../charts/parse-chart.ts";
import { choreographyOf } from "../choreography/choreography.ts";
import { servicesOf } from "./services-of.ts";

const passages = [
  { topic: "mail", type: "mail.sent", direction: "sends" as const },
  { topic: "mail", type: "mail.bounced", direction: "sends" as const },
  { topic: "orders", type: "order.placed", direction: "receives" as const },
];

describe("servicesOf", () => {
  it("tells who publishes what where", () => {
    expect(servicesOf([{ name: "Mail", passages }])).toEqual([
      { name: "Mail", topic: "mail", types: ["mail.sent", "mail.bounced"] },
    ]);
  });

  it("gives the choreography a service to name", () => {
    const chart = parseChart({ id: "order", initial: "a", states: { a: { on: { MAILED: "a" } } } });
    const { links, unsaid } = choreographyOf({
      machines: [{ chart, topic: "orders" }],
      routes: [{ topic: "mail", type: "mail.sent", machine: "order", event: "MAILED" }],
      observers: servicesOf([{ name: "Mail", passages }]),
    });
    expect(links).toMatchObject([{ from: "Mail", to: "order", type: "mail.sent" }]);
    expect(unsaid).toEqual([]);
  });
});
