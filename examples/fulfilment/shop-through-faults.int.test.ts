import type { Broker } from "@sagascope/core";
import {
  createTestDatabase,
  eventually,
  startDoomedConsumer,
  startTestEngine,
  type TestBrokerServer,
  type TestDatabase,
  testBrokers,
} from "@sagascope/core/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { COMMANDS_AT_BROKER, EVENTS_AT_BROKER } from "./shop-broker.ts";
import { shopOn } from "./shop-project.ts";
import { placedOrder } from "./testing/placed-order.ts";
import { worldFetch } from "./testing/world-fetch.ts";
import { publishEvents } from "./traffic/publish-events.ts";
import { createWorld } from "./world/world.ts";

const ORDERS = Array.from({ length: 6 }, (_, n) => `order-${n + 1}`);
const FIRST = ORDERS.slice(0, 4);
const CAPTURES = "card/captures";

describe.each(await testBrokers())("the shop on $name, in trouble", ({ isMissing, open }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => void vi.unstubAllGlobals());
  afterAll(async () => {
    await database?.drop();
  });

  it.skipIf(isMissing)(
    "charges each order once, though connections are cut, a consumer is killed with orders in hand, and all of them come twice [EXA-08]",
    async () => {
      const world = createWorld(1, true, () => performance.now());
      vi.stubGlobal("fetch", worldFetch(world));
      const server = await open();
      const [sender, broker] = [server.connect(), server.connect()];
      await sender.createTopics([COMMANDS_AT_BROKER, EVENTS_AT_BROKER]);
      await sendSurely(sender, FIRST);
      const vanish = await takeSome(server);
      const engine = await startTestEngine(database, shopOn(broker));
      try {
        server.cut();
        await sendSurely(sender, ORDERS);
        vanish();
        server.cut();
        await sendSurely(sender, ORDERS.slice(FIRST.length));

        const count = async (text: string) =>
          Number((await database.pool.query<{ n: string }>(text)).rows[0]?.n);
        await eventually("every order to be complete", async () => {
          const complete = await count(
            "SELECT count(DISTINCT subject) AS n FROM sagascope.event WHERE type = 'order.completed'",
          );
          return complete === ORDERS.length;
        });
        await eventually("everything to have come twice, and to be done with", async () => {
          const came = await count(
            "SELECT count(*) AS n FROM sagascope.event WHERE type = 'shop.order.place'",
          );
          const open = await count("SELECT count(*) AS n FROM sagascope.delivery");
          return came >= 2 * ORDERS.length && open === 0;
        });
        for (const order of ORDERS) {
          const charges = world.calls(order).filter(({ operation }) => operation === CAPTURES);
          expect(charges).toMatchObject([{ order, carriedOut: 1 }]);
        }
      } finally {
        vanish();
        await engine.stop(0);
        await Promise.all([sender, broker].map((one) => one.close({ drainMs: 0 })));
        await server.close();
      }
    },
  );
});

/** As a customer does who must be sure: again, the same, until it is accepted. */
async function sendSurely(sender: Broker, orders: readonly string[]): Promise<void> {
  for (const order of orders) {
    await eventually("an order to be accepted", async () => {
      const { outcome } = await publishEvents(sender, [placedOrder(order)]);
      return outcome === "accepted";
    });
  }
}

/** Somebody who has taken orders and will be gone: killed, or, where there are no other processes, ended. @returns the end */
async function takeSome(server: TestBrokerServer): Promise<() => void> {
  if (server.elsewhere !== undefined) {
    const doomed = await startDoomedConsumer(server.elsewhere, COMMANDS_AT_BROKER);
    expect(doomed.held).toBeGreaterThan(0);
    return doomed.kill;
  }
  const dying = server.connect();
  const taken = await dying.subscribe(COMMANDS_AT_BROKER).take(FIRST.length);
  expect(taken.length).toBeGreaterThan(0);
  return () => void dying.close({ drainMs: 0 });
}
