import { createEnvelope } from "@sagascope/core";
import {
  createTestDatabase,
  eventually,
  startTestEngine,
  type TestDatabase,
  testBrokers,
} from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMANDS_AT_BROKER, EVENTS_AT_BROKER } from "./shop-broker.ts";
import { shopOn } from "./shop-project.ts";
import { placedOrder } from "./testing/placed-order.ts";
import { publishEvents } from "./traffic/publish-events.ts";

const ORDERS = ["order-1", "order-2", "order-3"];
const LARGEST_BYTES = 20_000;

describe.each(await testBrokers())("the shop on $name", ({ isMissing, open }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await database?.drop();
  });

  it.skipIf(isMissing)(
    "takes orders from it and tells its events there, past a consumer that crashed and a message that is too large [EXA-08]",
    async () => {
      const server = await open();
      const sender = server.connect();
      await sender.createTopics([COMMANDS_AT_BROKER, EVENTS_AT_BROKER]);
      const orders = ORDERS.map(placedOrder);
      expect(await publishEvents(sender, orders)).toEqual({ outcome: "accepted" });
      const filler = "x".repeat(LARGEST_BYTES);
      const large = createEnvelope({ type: "shop.order.place", subject: "big", data: { filler } });
      await sender.publish(COMMANDS_AT_BROKER, large);
      await sender.publish(COMMANDS_AT_BROKER, JSON.stringify(placedOrder("order-1"))); // sent twice

      const crashed = server.connect();
      const [lost] = await crashed.subscribe(COMMANDS_AT_BROKER).take(1);
      expect(lost).toBeDefined();
      await crashed.close({ drainMs: 0 });

      const broker = server.connect({ maxBytes: LARGEST_BYTES });
      const engine = await startTestEngine(database, shopOn(broker));
      try {
        const one = async <Row>(text: string) => (await database.pool.query(text)).rows as Row[];
        await eventually("every order", async () => {
          const found = await one("SELECT 1 FROM sagascope.instance WHERE machine_id = 'order'");
          return found.length === ORDERS.length;
        });
        const letters = await eventually("the letter", async () => {
          const found = await one<{ reason: string; errors: string; sealed: unknown }>(
            "SELECT reason, errors::text, sealed FROM sagascope.dead_letter WHERE reason = 'corrupt'",
          );
          return found.length > 0 && found;
        });
        expect(letters).toMatchObject([{ reason: "corrupt", sealed: null }]);
        expect(letters[0]?.errors).not.toContain("xxxx");

        const told = new Map<string, string[]>();
        const events = server.connect().subscribe(EVENTS_AT_BROKER);
        await eventually("the shop's events", async () => {
          for (const { envelope, ack } of await events.take(10)) {
            const { subject = "", type } = envelope;
            told.set(subject, [...(told.get(subject) ?? []), type]);
            await ack();
          }
          return ORDERS.every((order) => told.get(order)?.includes("order.placed"));
        });
        for (const order of ORDERS) {
          expect(told.get(order)?.filter((type) => type === "order.placed")).toHaveLength(1);
        }
      } finally {
        await engine.stop(0);
        await Promise.all([sender.close(), broker.close()]);
        await server.close();
      }
    },
  );
});
