import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEnvelope } from "../../../envelope/create-envelope.ts";
import { defineProject } from "../../../projects/define-project.ts";
import type { ObserverDefinition } from "../../../projects/project.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { publishEvents } from "../outbox/publish-events.ts";
import { fromPg, fromPgPool } from "../sql.ts";
import { findTopic } from "./find-topic.ts";
import { registerProject } from "./register-project.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const register = (name: string, observers: readonly ObserverDefinition[]) =>
  registerProject(
    fromPgPool(database.pool),
    defineProject({ name, topics: ["events"], machines: [], routes: [], observers }),
  );

const observed = async () => {
  const { rows } = await database.pool.query(
    "SELECT project, name, topic, source, types FROM sagascope.observer ORDER BY project, name",
  );
  return rows;
};

describe("registering what a project observes", () => {
  it("keeps names, sources and types as they are written, however odd", async () => {
    const types = ['say "hi"', "a,b", "{c}", "d\\e"];
    await register("shop", [
      { name: "carrier", topic: "parcels", source: "/carrier", types },
      { name: "mail", topic: "events" },
    ]);
    expect(await observed()).toEqual([
      { project: "shop", name: "carrier", topic: "parcels", source: "/carrier", types },
      { project: "shop", name: "mail", topic: "events", source: null, types: [] },
    ]);
  });

  it("replaces what it observed before, and leaves other projects alone", async () => {
    await register("press", [{ name: "mail", topic: "letters" }]);
    await register("shop", [{ name: "till", topic: "events" }]);
    expect((await observed()).map(({ project, name }) => [project, name])).toEqual([
      ["press", "mail"],
      ["shop", "till"],
    ]);
    await register("press", []);
    expect((await observed()).map(({ name }) => name)).toEqual(["till"]);
  });

  it("makes the topic known, and each envelope on it an event without a delivery", async () => {
    await register("shop", [{ name: "carrier", topic: "parcels" }]);
    expect(await findTopic(fromPg(database.pool), "parcels")).toMatchObject({ project: "shop" });
    const envelope = createEnvelope({ type: "parcel.scanned", source: "/c", subject: "p-1" });
    const counts = await publishEvents(fromPg(database.pool), {
      topic: "parcels",
      envelopes: [envelope],
      direction: "received",
    });
    expect(counts).toEqual({ events: 1, deliveries: 0 });
  });
});
