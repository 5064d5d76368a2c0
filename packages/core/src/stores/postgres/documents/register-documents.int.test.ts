import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareDocuments } from "../../../asyncapi/compare-documents.ts";
import { defineProject } from "../../../projects/define-project.ts";
import type { ProjectDefinition } from "../../../projects/project.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { registerProject } from "../projects/register-project.ts";
import { fromPgPool } from "../sql.ts";
import { findDocument, listCurrentDocuments, listDocumentVersions } from "./list-documents.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const chartOf = (version: string, events: readonly string[]) => ({
  id: "till",
  version,
  initial: "open",
  states: { open: { on: Object.fromEntries(events.map((event) => [event, "open"])) } },
});

const register = (chart: object, change: Partial<ProjectDefinition> = {}) =>
  registerProject(
    fromPgPool(database.pool),
    defineProject({
      name: "shop",
      topics: ["commands", "events"],
      machines: [{ chart, logic: {} }],
      routes: [{ topic: "commands", type: "pay", machine: "till", event: "PAY" }],
      ...change,
    }),
  );
const versions = async () => {
  const found = await listDocumentVersions(fromPgPool(database.pool), "machine", "till", 10);
  return found.map(({ version, chartId }) => [version, chartId]);
};

describe("documents of a project", () => {
  it("are kept for each chart version, the one that holds now first", async () => {
    const [first] = await register(chartOf("1", ["PAY", "SHUT"]));
    const [second] = await register(chartOf("2", ["PAY"]));
    expect(await versions()).toEqual([
      ["2", second?.id],
      ["1", first?.id],
    ]);

    await register(chartOf("1", ["PAY", "SHUT"]));
    expect(await versions()).toEqual([
      ["1", first?.id],
      ["2", second?.id],
    ]);
  });

  it("are kept apart where only the schema of the data changed, and can be compared", async () => {
    const schemas = { pay: { type: "object", required: ["total"] } };
    await register(chartOf("2", ["PAY"]), { schemas });
    const sql = fromPgPool(database.pool);
    const found = await listDocumentVersions(sql, "machine", "till", 10);
    expect(found.map(({ version }) => version)).toEqual(["2", "1", "2"]);

    const [now, , before] = await Promise.all(
      found.map(({ id }) => findDocument(sql, "machine", "till", id)),
    );
    expect(compareDocuments(before?.document ?? {}, now?.document ?? {})).toMatchObject([
      { class: "breaking", about: "pay", path: "data.total", what: "is required now" },
      { class: "breaking", path: "data" },
    ]);
  });

  it("are there for the whole system, and current for each name once", async () => {
    const current = await listCurrentDocuments(fromPgPool(database.pool), { limit: 10 });
    expect(current.map(({ kind, name, passages }) => [kind, name, passages])).toEqual([
      ["machine", "till", [{ topic: "commands", type: "pay", direction: "receives" }]],
      ["system", "shop", [{ topic: "commands", type: "pay", direction: "receives" }]],
    ]);
  });

  it("are made for versions that were registered before documents were kept", async () => {
    await database.pool.query("DELETE FROM sagascope.asyncapi_document");
    await register(chartOf("2", ["PAY"]));
    expect((await versions()).map(([version]) => version)).toEqual(["2", "1"]);
  });

  it("leave a chart without one that is no chart any more", async () => {
    await database.pool.query(
      `INSERT INTO sagascope.machine_version (project, machine_id, version, structure_hash, content_hash, chart)
       VALUES ('shop', 'till', '0', 'h', 'broken', '{"id": 5}')`,
    );
    await register(chartOf("2", ["PAY"]));
    expect((await versions()).map(([version]) => version)).toEqual(["2", "1"]);
  });
});
