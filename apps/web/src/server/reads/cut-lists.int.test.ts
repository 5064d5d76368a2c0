import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { callerAs } from "../trpc/testing/caller-as.ts";
import { listPublished } from "./instances/list-published.ts";

let database: WebTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
const run = (text: string) => database.pool.query(text);
const caller = () => callerAs("admin", database);

describe("a list that stops before its end", () => {
  it("says how many machines there are", async () => {
    const put = (from: number, upTo: number) =>
      run(`WITH version AS (
             INSERT INTO sagascope.machine_version (project, machine_id, version, structure_hash, content_hash, chart)
             SELECT 'shop', 'machine-' || n, '1', 's', 'c', '{}' FROM generate_series(${from}, ${upTo}) n
             RETURNING id, machine_id)
           INSERT INTO sagascope.machine (machine_id, project, chart_id) SELECT machine_id, 'shop', id FROM version`);
    await put(1, 500);
    const all = await caller().instances.machines();
    expect([all.machines.length, all.count]).toEqual([500, 500]);
    await put(501, 620);
    const cut = await caller().instances.machines();
    expect([cut.machines.length, cut.count]).toEqual([500, 620]);
  });

  it("says how many views there are", async () => {
    const put = (from: number, upTo: number) =>
      run(`INSERT INTO sagascope.saved_view (id, owner_id, owner_name, page, name, query, shared)
           SELECT 'v-' || n, 'somebody', 'Somebody', 'instances', 'view ' || n, 'q=' || n, true
           FROM generate_series(${from}, ${upTo}) n`);
    await put(1, 200);
    const all = await caller().views.list({ page: "instances" });
    expect([all.views.length, all.count]).toEqual([200, 200]);
    await put(201, 230);
    const cut = await caller().views.list({ page: "instances" });
    expect([cut.views.length, cut.count]).toEqual([200, 230]);
  });

  it("says that the audit names more people and actions", async () => {
    const put = (from: number, upTo: number, action: string) =>
      run(`INSERT INTO sagascope.audit (seq, at, actor, action, target, outcome, detail, prev_hash, hash)
           SELECT n, clock_timestamp(), 'actor ' || n, ${action}, 't', 'done', '{}', 'h', 'h'
           FROM generate_series(${from}, ${upTo}) n`);
    await put(1, 100, "'replay'");
    const all = await caller().audit.facets();
    expect([all.actors.length, all.moreActors, all.moreActions]).toEqual([100, false, false]);
    await put(101, 201, "'action ' || n");
    const cut = await caller().audit.facets();
    expect([cut.actors.length, cut.moreActors]).toEqual([100, true]);
    expect([cut.actions.length, cut.moreActions]).toEqual([100, true]);
  });

  it("says of each step how many envelopes more it announced", async () => {
    const put = (revision: number, envelopes: number) =>
      run(`INSERT INTO sagascope.event (id, source, type, subject, topic, correlation_id, direction, machine_id, revision, envelope)
           SELECT 'p-${revision}-' || n, '/shop', 'sent', 'order-1', 'events', 'c', 'published', 'fulfil', ${revision}, '{}'
           FROM generate_series(1, ${envelopes}) n`);
    const of = { machineId: "fulfil", subject: "order-1" };
    const counts = async () =>
      [...(await listPublished(database.prisma, of, { from: 1, to: 3 }))]
        .map(([revision, { published, more }]) => [revision, published.length, more])
        .sort(([first = 0], [second = 0]) => first - second);
    await put(1, 40);
    await put(2, 460);
    expect(await counts()).toEqual([
      [1, 40, 0],
      [2, 460, 0],
    ]);
    await put(3, 100);
    expect(await counts()).toEqual([
      [1, 0, 40],
      [2, 400, 60],
      [3, 100, 0],
    ]);
  });
});
