import type { Engine } from "@sagascope/core";
import { eventually, publish, startTestEngine } from "@sagascope/core/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { letterShop } from "../testing/letter-shop.ts";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import { actorAs, callerAs } from "../trpc/testing/caller-as.ts";
import { runLetterCommand } from "./letter-command.ts";

const shop = { cardIsDown: false };
const ADA = actorAs("responder");
const CARD = "4111 1111 1111 1111";

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

const responder = () => callerAs("responder", database);

/** Publish something that fails, and wait for its letter. */
async function letterOf(subject: string, type: string, data = {}): Promise<string> {
  await publish(database.pool, "commands", type, subject, data);
  const row = await eventually(`a letter of ${subject}`, async () => {
    const found = await database.prisma.deadLetter.findFirst({ where: { subject } });
    return found ?? undefined;
  });
  return row.id;
}

describe("requests about a dead letter", () => {
  it("shows a letter with its error, its masked envelope and never its sealed original", async () => {
    shop.cardIsDown = true;
    const id = await letterOf("o-1", "shop.pay", { total: 5, card: CARD });

    const letter = await responder().deadLetters.get({ id });

    expect(letter).toMatchObject({
      reason: "max_attempts",
      source: "effect",
      states: ["capturing"],
      call: { src: "capture", status: "dead" },
      instance: { status: "active", states: ["capturing"] },
    });
    expect(letter.errors.at(-1)).toMatchObject({ message: "card answered 503", attempt: 2 });
    expect(letter.redacted).toBeGreaterThan(0);
    expect(JSON.stringify(letter)).not.toContain("4111");
    expect(letter).not.toHaveProperty("sealed");
  });

  it("says what a replay would do, and what follows if the service answers [RPL-02]", async () => {
    shop.cardIsDown = true;
    const id = await letterOf("o-2", "shop.pay", { total: 5 });

    const answer = await responder().deadLetters.dryRun({ id });

    expect(answer).toMatchObject({
      status: "done",
      dryRun: true,
      report: {
        outcome: "retrying",
        branches: [{ when: "answers", states: ["captured"] }],
      },
    });
    expect(await database.prisma.audit.count()).toBe(0);
  });

  it("replays for real with a reason, as the person who asked, and closes the letter [AUD-01]", async () => {
    shop.cardIsDown = true;
    const id = await letterOf("o-3", "shop.pay", { total: 5 });
    shop.cardIsDown = false;

    const answer = await responder().deadLetters.replay({ id, reason: " the card is back " });

    expect(answer).toMatchObject({ status: "done", report: { outcome: "processed" } });
    expect(await responder().deadLetters.get({ id })).toMatchObject({
      resolution: "replayed",
      instance: { states: ["captured"] },
    });
    const history = await responder().deadLetters.history({ id });
    expect(history.audit.length).toBeGreaterThan(0);
    expect(history.audit.at(-1)).toMatchObject({
      actor: ADA.email,
      action: "replay",
      reason: "the card is back",
      outcome: "requested",
      commandId: answer.commandId,
    });
    expect(history.commands).toMatchObject([{ id: answer.commandId, outcome: "processed" }]);
  });

  it("keeps one history of a letter that came back", async () => {
    const id = await letterOf("o-4", "shop.spoil");

    expect(await responder().deadLetters.get({ id })).toMatchObject({ event: "SPOIL" });
    const answer = await responder().deadLetters.replay({ id, reason: "is it still broken?" });

    expect(answer).toMatchObject({ status: "done", report: { outcome: "dead_lettered" } });
    const history = await responder().deadLetters.history({ id });
    expect(history.occurrences.map(({ number, attempts }) => [number, attempts])).toEqual([
      [2, 1],
      [1, 2],
    ]);
  });

  it("resolves a letter without a replay, and keeps why", async () => {
    const id = await letterOf("o-5", "shop.spoil");

    const answer = await responder().deadLetters.resolve({ id, reason: "refunded by hand" });

    expect(answer.status).toBe("done");
    expect(await responder().deadLetters.get({ id })).toMatchObject({ resolution: "resolved" });
  });

  it("hands back a command to follow when nobody answers in time", async () => {
    const id = await letterOf("o-6", "shop.spoil");
    await database.pool.query("UPDATE sagascope.dead_letter SET project = 'asleep' WHERE id = $1", [
      id,
    ]);

    const answer = await runLetterCommand(
      database,
      ADA,
      { kind: "replay", dryRun: true, letterId: id },
      0,
    );

    expect(answer).toMatchObject({ status: "waiting", report: undefined });
    expect(await responder().deadLetters.command({ id: answer.commandId })).toEqual(answer);
  });

  it("refuses blank reasons, unknown letters and unknown commands [RPL-04]", async () => {
    const { deadLetters } = responder();
    await expect(deadLetters.replay({ id: "x", reason: "  " })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
    await expect(deadLetters.replay({ id: "x", reason: "why" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(deadLetters.get({ id: "x" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(deadLetters.command({ id: "x" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(
      callerAs("viewer", database).deadLetters.dryRun({ id: "x" }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
