import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { seedLetter } from "../testing/seed-rows.ts";
import { callerAs } from "../trpc/testing/caller-as.ts";

let database: WebTestDatabase;
const now = new Date();

beforeAll(async () => {
  database = await openTestDatabase();
  const letters = [
    { id: "open-1", fingerprint: "fp-mail", subject: "o-1" },
    { id: "open-2", fingerprint: "fp-mail", subject: "o-1" },
    { id: "open-3", fingerprint: "fp-pay", subject: "o-2", source: "state" },
    {
      id: "done-1",
      fingerprint: "fp-pay",
      subject: "o-3",
      resolvedAt: now,
      resolution: "replayed",
    },
    {
      id: "done-2",
      fingerprint: "fp-pay",
      subject: "o-4",
      resolvedAt: now,
      resolution: "resolved",
    },
  ];
  for (const letter of letters) {
    await seedLetter(database.prisma, { consumer: "mail", eventType: "mail.sent", ...letter });
  }
});
afterAll(() => database.drop());

const responder = () => callerAs("responder", database);

describe("selections of the console", () => {
  it("hold what their purpose needs, and say what it is", async () => {
    const { replayJobs } = responder();
    const replay = await replayJobs.preview({ purpose: "replay" });
    expect(replay).toMatchObject({ letters: 2, subjects: 1, leftOut: { state: 1 } });
    const resolve = await replayJobs.preview({ purpose: "resolve" });
    expect(resolve).toMatchObject({ letters: 3, leftOut: {} });
    expect(await replayJobs.selection({ id: resolve.id })).toMatchObject({
      ...{ purpose: "resolve", letters: 3, moreKinds: false },
      kinds: [
        { fingerprint: "fp-mail", letters: 2, source: "envelope" },
        { fingerprint: "fp-pay", letters: 1, source: "state" },
      ],
    });
    await expect(replayJobs.selection({ id: "none" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("are archived and restored with a reason, after a dry run that moves nothing", async () => {
    const { replayJobs, deadLetters } = responder();
    const { id: selectionId, hash } = await replayJobs.preview({ purpose: "archive" });
    const which = { selectionId, hash };
    expect(await deadLetters.archive({ ...which, dryRun: true })).toHaveLength(2);
    expect(await database.prisma.deadLetter.count({ where: { archivedAt: { not: null } } })).toBe(
      0,
    );
    await expect(deadLetters.archive(which)).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    expect((await deadLetters.archive({ ...which, reason: "tidy" })).toSorted()).toEqual([
      "done-1",
      "done-2",
    ]);
    await expect(
      deadLetters.restore({ ...which, reason: "for something else" }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const back = await replayJobs.preview({ purpose: "restore", ids: ["done-2", "open-1"] });
    const restored = { selectionId: back.id, hash: back.hash, reason: "needed" };
    expect(await deadLetters.restore(restored)).toEqual(["done-2"]);
  });

  it("give each of their causes to somebody, with a reason", async () => {
    const { replayJobs, deadLetters } = responder();
    const { id: selectionId, hash } = await replayJobs.preview({ purpose: "assign" });
    const request = { selectionId, hash, assignee: "Jonas", reason: "on call" };
    expect(await deadLetters.assignSelection(request)).toEqual(["fp-mail", "fp-pay"]);
    expect(await deadLetters.care({ cause: "fp-pay" })).toMatchObject({ assignee: "Jonas" });
    const audit = await database.prisma.audit.findMany({ where: { action: "group" } });
    expect(audit.map(({ reason, outcome }) => [reason, outcome])).toEqual([
      ["on call", "assigned"],
      ["on call", "assigned"],
    ]);
    await expect(
      deadLetters.assignSelection({ ...request, hash: "0".repeat(64) }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("start one job, whoever asks how often, and its pace is changed while it runs", async () => {
    const { replayJobs } = responder();
    const { id: selectionId, hash } = await replayJobs.preview({ purpose: "replay" });
    const request = { selectionId, hash, reason: "the mail is back", ratePerSecond: 1 };
    const started = await Promise.allSettled([
      replayJobs.start(request),
      replayJobs.start(request),
    ]);
    expect(started.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [job] = started.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    const [refusal] = started.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(refusal).toMatchObject({
      code: "PRECONDITION_FAILED",
      message: expect.stringContaining(`as job ${job?.id}`),
    });
    const id = job?.id ?? "";
    expect(await replayJobs.list({ selectionId })).toMatchObject([{ id }]);
    expect(await replayJobs.setPace({ id, ratePerSecond: null, parallel: 4 })).toMatchObject({
      ratePerSecond: null,
      parallel: 4,
    });
    await expect(replayJobs.setPace({ id, ratePerSecond: -1 })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
    await expect(replayJobs.setPace({ id })).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(await replayJobs.items({ id, which: "waiting" })).toMatchObject([
      { ordinal: 1, letterId: "open-1", subject: "o-1", state: "ready", why: null },
      { ordinal: 2, letterId: "open-2", state: "blocked" },
    ]);
    await replayJobs.change({ id, change: "cancel", reason: "a test" });
    await expect(replayJobs.setPace({ id, parallel: 5 })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
  });

  it("that were frozen to be resolved are not replayed, and the other way round", async () => {
    const { replayJobs } = responder();
    const resolve = await replayJobs.preview({ purpose: "resolve" });
    const which = { selectionId: resolve.id, hash: resolve.hash, reason: "by hand" };
    await expect(replayJobs.start(which)).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(await replayJobs.resolve(which)).toMatchObject({ kind: "resolve", letters: 3 });
    const replay = await replayJobs.preview({ purpose: "replay" });
    await expect(
      replayJobs.resolve({ selectionId: replay.id, hash: replay.hash, reason: "by hand" }),
    ).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    await expect(callerAs("viewer", database).replayJobs.resolve(which)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });
});
