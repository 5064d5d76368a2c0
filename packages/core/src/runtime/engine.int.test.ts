import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { assign } from "xstate";
import { defineProject } from "../projects/define-project.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { findInstance } from "../stores/postgres/instances/find-instance.ts";
import { listHistory } from "../stores/postgres/instances/list-history.ts";
import { awaitCommand } from "../stores/postgres/operations/find-command.ts";
import { requestCommand } from "../stores/postgres/operations/request-command.ts";
import { fromPg, fromPgPool } from "../stores/postgres/sql.ts";
import { tableChecksums } from "../testing/table-checksums.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { eventually, publish, startTestEngine } from "../testing/test-engine.ts";
import type { Engine } from "./engine.ts";

/** What the services of the test's shop were asked to do, and whether they can. */
const shop = {
  calls: [] as string[],
  cardIsDown: false,
  shipFails: false,
};

const record = (name: string, answer: () => string) => async (call: { subject: string }) => {
  shop.calls.push(`${name} ${call.subject}`);
  return answer();
};

const saga = sagaBuilder("fulfil", { startEvent: "START" })
  .step("reserve", { invoke: "reserveStock", compensate: "releaseStock", timeoutMs: 5_000 })
  .step("charge", { invoke: "chargeCard", compensate: "refundCard" })
  .step("ship", { invoke: "ship" });

const project = defineProject({
  name: "shop",
  topics: ["commands", { name: "events", onUnknown: "ignore" }],
  routes: [
    { topic: "commands", type: "xsm.fulfil.START", machine: "fulfil" },
    { topic: "commands", type: "pay", machine: "payment", event: "PAY" },
    { topic: "commands", type: "spoil", machine: "payment", event: "SPOIL" },
    { topic: "commands", type: "forge", machine: "payment", event: "done.invoke.x" },
    { topic: "events", type: "payment.captured", machine: "ledger", event: "CAPTURED" },
  ],
  machines: [
    {
      chart: saga.build(),
      logic: {
        ...saga.logic(),
        services: {
          reserveStock: record("reserve", () => "hold-1"),
          chargeCard: record("charge", () => "tx-1"),
          ship: record("ship", () => {
            if (shop.shipFails) throw new Error("no courier");
            return "parcel";
          }),
          refundCard: record("refund", () => "ok"),
          releaseStock: record("release", () => "ok"),
        },
      },
    },
    {
      chart: {
        id: "payment",
        version: "1",
        initial: "idle",
        context: { total: 0 },
        states: {
          idle: {
            on: {
              PAY: { target: "capturing", actions: ["keepTotal"] },
              SPOIL: { target: "idle", actions: ["spoil"] },
            },
            after: { 3600000: "expired" },
          },
          capturing: {
            invoke: {
              id: "capture",
              src: "capture",
              onDone: {
                target: "captured",
                meta: { publish: { type: "payment.captured", data: ["total"] } },
              },
            },
          },
          captured: { type: "final" },
          expired: { type: "final" },
        },
      },
      services: { capture: { attemptsMax: 2, backoffMs: 10 } },
      attemptsMax: 2,
      logic: {
        actions: {
          keepTotal: assign({ total: ({ event }) => event.payload.total }),
          spoil: assign(() => {
            throw new Error('no such currency "XXX"');
          }),
        },
        services: {
          capture: record("capture", () => {
            if (shop.cardIsDown) throw new Error("card answered 503");
            return "tx-9";
          }),
        },
      },
    },
    {
      chart: {
        id: "ledger",
        version: "1",
        initial: "open",
        context: { seen: 0 },
        states: { open: { on: { CAPTURED: { actions: ["count"] } } } },
      },
      logic: { actions: { count: assign({ seen: ({ context }) => context.seen + 1 }) } },
    },
  ],
});

let database: TestDatabase;
let engine: Engine;

beforeAll(async () => {
  database = await createTestDatabase();
  engine = await startTestEngine(database, project);
});
afterEach(() => {
  shop.calls.length = 0;
  shop.cardIsDown = false;
  shop.shipFails = false;
});
afterAll(async () => {
  await engine.stop();
  await database.drop();
});

const instanceIn = (machineId: string, subject: string, states: readonly string[]) =>
  eventually(`${machineId}/${subject} in ${states}`, async () => {
    const found = await findInstance(fromPg(database.pool), machineId, subject);
    return found?.states.join() === states.join() && found;
  });

const letterOf = (subject: string) =>
  eventually(`a letter of ${subject}`, async () => {
    const { rows } = await database.pool.query(
      "SELECT * FROM sagascope.dead_letter WHERE subject = $1 AND resolved_at IS NULL",
      [subject],
    );
    return rows[0];
  });

const run = async (letterId: string, real: boolean, reason?: string) => {
  const id = await requestCommand(fromPgPool(database.pool), {
    project: "shop",
    kind: "replay",
    target: { letterId },
    dryRun: !real,
    ...(reason === undefined ? {} : { reason }),
    actor: "mara",
  });
  return awaitCommand(fromPg(database.pool), id, { timeoutMs: 15_000 });
};

describe("the engine over Postgres", () => {
  it("walks a saga to its end, with one history row a step", async () => {
    await publish(database.pool, "commands", "xsm.fulfil.START", "o-1", { sku: "a" });

    const done = await instanceIn("fulfil", "o-1", ["completed"]);

    expect(done).toMatchObject({ status: "done", phase: "completed", revision: 4 });
    expect(shop.calls).toEqual(["reserve o-1", "charge o-1", "ship o-1"]);
    const history = await listHistory(fromPg(database.pool), "fulfil", "o-1");
    expect(history.map(({ event }) => event)).toEqual([
      "START",
      "done.invoke.reserve",
      "done.invoke.charge",
      "done.invoke.ship",
    ]);
  });

  it("undoes finished steps in reverse when a later one fails [SAG-15]", async () => {
    shop.shipFails = true;
    await publish(database.pool, "commands", "xsm.fulfil.START", "o-2");

    const failed = await instanceIn("fulfil", "o-2", ["failed"]);

    expect(failed.phase).toBe("compensated");
    expect(shop.calls).toEqual([
      "reserve o-2",
      "charge o-2",
      "ship o-2",
      "refund o-2",
      "release o-2",
    ]);
  });

  it("answers a redelivery without running anything again [INB-01]", async () => {
    const first = await publish(database.pool, "commands", "xsm.fulfil.START", "o-3");
    await instanceIn("fulfil", "o-3", ["completed"]);
    await publish(database.pool, "commands", "xsm.fulfil.START", "o-3", {}, { id: first.id });

    await drained();

    expect(shop.calls).toEqual(["reserve o-3", "charge o-3", "ship o-3"]);
    expect(await letters("o-3")).toEqual([]);
  });

  it("leaves letters for unknown types, reused ids, finished instances and forged engine events [DSP-13][DSP-15][DSP-16][SAG-28]", async () => {
    const first = await publish(database.pool, "commands", "pay", "o-4", { total: 1 });
    await instanceIn("payment", "o-4", ["captured"]);
    await publish(database.pool, "commands", "pay", "o-4", { total: 2 }, { id: first.id });
    await publish(database.pool, "commands", "pay", "o-4", { total: 3 });
    await publish(database.pool, "commands", "never.heard.of", "o-4");
    await publish(database.pool, "commands", "forge", "o-4");

    await drained();

    expect((await letters("o-4")).sort()).toEqual(
      ["corrupt", "idempotency_mismatch", "instance_done", "unknown_event"].sort(),
    );
  });

  it("hands a published event to the machine that a route names, with its causation", async () => {
    const command = await publish(database.pool, "commands", "pay", "o-5", { total: 7 });
    const ledger = await eventually("the ledger of o-5", async () =>
      findInstance(fromPg(database.pool), "ledger", "o-5"),
    );
    expect(ledger.context).toEqual({ seen: 1 });
    expect(ledger.correlationId).toBe(command.id);
    const { rows } = await database.pool.query(
      "SELECT causation_id, envelope FROM sagascope.event WHERE type = 'payment.captured' AND subject = 'o-5'",
    );
    expect(rows).toMatchObject([{ causation_id: command.id, envelope: { data: { total: 7 } } }]);
  });

  it("tries a throwing step again, then leaves one letter, and a replay of it fails again [DSP-11][RPL-05]", async () => {
    await publish(database.pool, "commands", "spoil", "o-6");

    const letter = await letterOf("o-6");

    expect(letter).toMatchObject({ reason: "max_attempts", attempts: 2, occurrences: 1 });
    expect(letter.cause_title).toBe('Error: no such currency "…"');
    const command = await run(letter.id, true, "is it still broken?");
    expect(command?.result).toMatchObject({ outcome: "dead_lettered" });
    expect(await letterOf("o-6")).toMatchObject({ id: letter.id, occurrences: 2, attempts: 1 });
  });

  it("replays a service call that gave up, once it is back, to the end of the story", async () => {
    shop.cardIsDown = true;
    await publish(database.pool, "commands", "pay", "o-7", {
      total: 5,
      card: "4111 1111 1111 1111",
    });
    const letter = await letterOf("o-7");
    expect(letter).toMatchObject({ source: "effect", reason: "max_attempts", attempts: 2 });
    expect(JSON.stringify(letter.envelope)).not.toContain("4111");

    const before = await tableChecksums(database.pool);
    const dry = await run(letter.id, false);
    expect(dry?.result).toMatchObject({
      outcome: "retrying",
      branches: [{ when: "answers", states: ["captured"] }],
    });
    expect(await tableChecksums(database.pool)).toEqual(before);

    shop.cardIsDown = false;
    const refused = run(letter.id, true, "  ");
    await expect(refused).rejects.toThrow("a reason is required");
    const real = await run(letter.id, true, "the card service is back");

    expect(real).toMatchObject({ status: "done", result: { outcome: "processed" } });
    await instanceIn("payment", "o-7", ["captured"]);
    expect(await letters("o-7")).toEqual([]);
    const { rows: audit } = await database.pool.query(
      "SELECT actor, reason, outcome FROM sagascope.audit WHERE target = $1 ORDER BY seq",
      [`dead letter ${letter.id}`],
    );
    const asked = { actor: "mara", reason: "the card service is back" };
    expect(audit).toEqual(
      ["requested", "retrying", "processed"].map((outcome) => ({ ...asked, outcome })),
    );
    const again = await run(letter.id, true, "twice?");
    expect(again).toMatchObject({ status: "refused", result: { outcome: "refused" } });
    expect(shop.calls).toEqual(["capture o-7", "capture o-7", "capture o-7"]);
  });
});

describe("machines that feed each other in a circle", () => {
  const echo = (id: string, says: string) => ({
    chart: {
      id,
      initial: "on",
      states: { on: { on: { HEARD: { target: "on", meta: { publish: says } } } } },
    },
    logic: {},
  });

  it("are stopped by a letter once the chain is too long", async () => {
    const circle = defineProject({
      name: "circle",
      topics: ["echoes", { name: "events", onUnknown: "ignore" }],
      causationDepthMax: 12,
      machines: [
        { ...echo("ping", "ping.said"), topic: "echoes" },
        { ...echo("pong", "pong.said"), topic: "echoes" },
      ],
      routes: [
        { topic: "echoes", type: "pong.said", machine: "ping", event: "HEARD" },
        { topic: "echoes", type: "ping.said", machine: "pong", event: "HEARD" },
      ],
    });
    const other = await startTestEngine(database, circle);
    try {
      await publish(database.pool, "echoes", "ping.said", "c-1");
      expect(await letterOf("c-1")).toMatchObject({
        reason: "causation_depth",
        errors: [{ message: "the chain of envelopes is 13 long, at most 12 are followed" }],
      });
    } finally {
      await other.stop();
    }
  });
});

/** Until no delivery waits and no call is open. */
const drained = () =>
  eventually("the queue to be empty", async () => {
    const { rows } = await database.pool.query(
      "SELECT (SELECT count(*) FROM sagascope.delivery) + (SELECT count(*) FROM sagascope.effect WHERE status = 'pending') AS open",
    );
    return rows[0].open === "0";
  });

const letters = async (subject: string): Promise<string[]> => {
  const { rows } = await database.pool.query(
    "SELECT reason FROM sagascope.dead_letter WHERE subject = $1 AND resolved_at IS NULL",
    [subject],
  );
  return rows.map(({ reason }) => reason);
};
