import type { Engine } from "@sagascope/core";
import { eventually, publish, startTestEngine } from "@sagascope/core/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { letterShop } from "../testing/letter-shop.ts";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { actorAs, callerAs } from "../trpc/testing/caller-as.ts";
import { runInstanceCommand } from "./instance-command.ts";

const shop = { cardIsDown: false };
const CARD = "4111 1111 1111 1111";
const REASON = "the customer paid in cash";

let database: WebTestDatabase;
let engine: Engine;

beforeAll(async () => {
  database = await openTestDatabase();
  engine = await startTestEngine(database, letterShop(shop));
});
beforeEach(() => {
  shop.cardIsDown = false;
});
afterAll(async () => {
  await engine.stop();
  await database.drop();
});

const caller = () => callerAs("responder", database).operations;
const keyOf = (subject: string) => ({ machineId: "payment", subject });

/** A payment whose card service gave up, or answered. */
async function payment(subject: string, state: "capturing" | "captured"): Promise<void> {
  shop.cardIsDown = state === "capturing";
  await publish(database.pool, "commands", "shop.pay", subject, { total: 5, card: CARD });
  await eventually(`${subject} to be ${state}`, async () => {
    const found = await database.prisma.instance.findFirst({ where: { subject } });
    const letter = await database.prisma.deadLetter.findFirst({ where: { subject } });
    return found?.states.join() === state && (state === "captured" || letter !== null);
  });
}

const instanceOf = (subject: string) =>
  database.prisma.instance.findFirstOrThrow({ where: { subject } });

describe("actions on an instance", () => {
  it("are dry runs unless told otherwise: nothing changes, and no secret is shown", async () => {
    await payment("o-1", "capturing");
    const before = await instanceOf("o-1");

    const answer = await caller().skip({ ...keyOf("o-1"), output: "cash" });

    expect(answer).toMatchObject({
      kind: "skip",
      status: "done",
      dryRun: true,
      report: {
        outcome: "processed",
        after: { states: ["captured"] },
        resolves: [expect.any(String)],
      },
    });
    expect(await instanceOf("o-1")).toEqual(before);
    expect(await database.prisma.audit.count()).toBe(0);
    expect(JSON.stringify(answer)).not.toContain("4111");
    expect(await caller().command({ id: answer.commandId })).toEqual(answer);
  });

  it("skip a call for real with a reason, as the person who asked", async () => {
    await payment("o-2", "capturing");

    const order = { ...keyOf("o-2"), dryRun: false, reason: ` ${REASON} ` };
    const answer = await caller().skip({ ...order, output: "cash", ifRevision: 1 });

    expect(answer).toMatchObject({ status: "done", report: { outcome: "processed" } });
    expect(await instanceOf("o-2")).toMatchObject({ states: ["captured"], status: "done" });
    const rows = await database.prisma.audit.findMany({
      where: { target: "instance payment/o-2" },
      orderBy: { seq: "asc" },
    });
    expect(
      rows.map(({ actor, action, reason, outcome }) => [actor, action, reason, outcome]),
    ).toEqual(
      ["requested", "processed"].map((outcome) => ["ada@example.com", "skip", REASON, outcome]),
    );
  });

  it("resume a call that gave up", async () => {
    await payment("o-3", "capturing");
    shop.cardIsDown = false;
    const order = { ...keyOf("o-3"), dryRun: false, reason: REASON };
    expect(await caller().resume({ ...order, call: "capture" })).toMatchObject({
      status: "done",
      report: { outcome: "processed" },
    });
    expect(await instanceOf("o-3")).toMatchObject({ states: ["captured"] });
  });

  it("send, cancel, rewind and migrate, each as core plans it", async () => {
    await payment("o-4", "captured");
    const order = { ...keyOf("o-4"), dryRun: false, reason: REASON };
    expect(await caller().send({ ...order, event: "PAY" })).toMatchObject({
      status: "refused",
      report: { refusals: ["the instance is done"] },
    });
    shop.cardIsDown = true;
    expect(await caller().rewind({ ...order, revision: 1 })).toMatchObject({
      status: "done",
      report: { fromRevision: 1, after: { states: ["capturing"] } },
    });
    expect(await caller().migrate({ ...order, version: "9", states: { a: "b" } })).toMatchObject({
      status: "refused",
      report: { refusals: [expect.stringContaining("no version '9'")] },
    });
    expect(await caller().cancel(order)).toMatchObject({
      status: "done",
      report: { after: { status: "cancelled" } },
    });
    expect(await instanceOf("o-4")).toMatchObject({ status: "cancelled", phase: "cancelled" });
  });

  it("hand back a command to follow when nobody answers in time", async () => {
    await payment("o-5", "captured");
    await database.pool.query(
      "UPDATE sagascope.instance SET project = 'asleep' WHERE subject = 'o-5'",
    );
    const order = { ...keyOf("o-5"), action: { kind: "cancel" }, dryRun: true } as const;
    const answer = await runInstanceCommand(database, actorAs("responder"), order, 0);
    expect(answer).toMatchObject({ status: "waiting", report: undefined });
    expect(await caller().command({ id: answer.commandId })).toEqual(answer);
    await expect(
      callerAs("responder", database).deadLetters.command({ id: answer.commandId }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("are refused without a reason, for unknown instances, with malformed input, and to viewers", async () => {
    await payment("o-6", "captured");
    const key = keyOf("o-6");
    await expect(caller().cancel({ ...key, dryRun: false })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "cancel: a reason is required",
    });
    await expect(caller().cancel({ ...key, subject: "nobody" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(caller().send({ ...key, event: " " })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    await expect(caller().rewind({ ...key, revision: 0 })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    await expect(caller().command({ id: "nothing" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const viewer = callerAs("viewer", database).operations;
    await expect(viewer.cancel(key)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await database.prisma.audit.count({ where: { target: "instance payment/o-6" } })).toBe(
      0,
    );
  });
});
