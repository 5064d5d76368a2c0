import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEnvelope } from "../../../envelope/create-envelope.ts";
import { defineProject } from "../../../projects/define-project.ts";
import type {
  MachineDefinition,
  ObserverDefinition,
  ProjectDefinition,
} from "../../../projects/project.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { publishEvents } from "../outbox/publish-events.ts";
import { fromPg, fromPgPool } from "../sql.ts";
import { findTopic } from "./find-topic.ts";
import { readDisplayRedaction } from "./read-redaction.ts";
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

it("registers where each machine publishes, and again where that changed", async () => {
  const publishing = (topic: string | undefined) =>
    registerProject(
      fromPgPool(database.pool),
      defineProject({
        ...{ name: "press", topics: ["events", "letters"], routes: [] },
        machines: [
          {
            chart: { id: "printer", initial: "a", states: { a: {} } },
            logic: {},
            ...(topic === undefined ? {} : { topic }),
          },
        ],
      }),
    );
  const stored = async () =>
    (await database.pool.query("SELECT topic FROM sagascope.machine WHERE machine_id = 'printer'"))
      .rows;
  await publishing(undefined);
  expect(await stored()).toEqual([{ topic: "events" }]);
  await publishing("letters");
  expect(await stored()).toEqual([{ topic: "letters" }]);
});

describe("registering what a project masks", () => {
  const machine = (id: string, settings: Partial<MachineDefinition> = {}): MachineDefinition => ({
    chart: { id, initial: "a", states: { a: {} } },
    logic: {},
    ...settings,
  });
  const registerMasked = (settings: Pick<ProjectDefinition, "machines" | "redaction">) =>
    registerProject(
      fromPgPool(database.pool),
      defineProject({ name: "masked", topics: ["events"], routes: [], ...settings }),
    );
  const shownOf = async (machineId: string | undefined, value: unknown) =>
    (await readDisplayRedaction(fromPg(database.pool))).of(machineId).redact(value).value;
  const DATA = { lot: "L-1", bin: "B-1", password: "p" };

  it("lets everybody who holds the database mask by it, and replaces what it said before", async () => {
    await registerMasked({
      machines: [machine("stock", { redactKeys: ["lot"] }), machine("bins")],
    });
    expect(await shownOf("stock", DATA)).toEqual({ ...DATA, lot: "***", password: "***" });
    expect(await shownOf("bins", DATA)).toEqual({ ...DATA, password: "***" });
    expect(await shownOf(undefined, DATA)).toEqual({ ...DATA, lot: "***", password: "***" });

    await registerMasked({ redaction: { extraKeys: ["bin"] }, machines: [machine("stock")] });
    expect(await shownOf("stock", DATA)).toEqual({ ...DATA, bin: "***", password: "***" });
  });

  it("keeps the rule of a machine that is gone, since its instances are still there", async () => {
    await registerMasked({ machines: [machine("leaver", { redactKeys: ["lot"] })] });
    await registerMasked({ machines: [] });
    expect(await shownOf("leaver", DATA)).toEqual({ ...DATA, lot: "***", password: "***" });
  });
});
