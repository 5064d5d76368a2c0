import type { Engine } from "@sagascope/core";
import {
  CARELESS_REASON,
  eventually,
  type Leaky,
  leaksIn,
  leakyProject,
  publish,
  SECRET_DATA,
  startTestEngine,
} from "@sagascope/core/testing";
import superjson from "superjson";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listenForChanges } from "./live/listen-for-changes.ts";
import { createLiveHub } from "./live/live-hub.ts";
import { openTestDatabase, type WebTestDatabase } from "./testing/open-test-database.ts";
import { callerAs } from "./trpc/testing/caller-as.ts";

const leaky: Leaky = { isBroken: true };
let database: WebTestDatabase;
let engine: Engine;

beforeAll(async () => {
  database = await openTestDatabase();
  engine = await startTestEngine(database, leakyProject(leaky));
});
afterAll(async () => {
  await engine.stop();
  await database.drop();
});

const admin = (parts = {}) => callerAs("admin", { ...database, ...parts });

/** Ask every procedure that shows something of what happened, as somebody who may see all. */
async function seeEverything(): Promise<string> {
  const caller = admin();
  const letters = await database.prisma.deadLetter.findMany({
    select: { id: true, fingerprint: true, envelopeId: true, correlationId: true },
  });
  const answers: unknown[] = [];
  const keep = async (asked: Promise<unknown>) => answers.push(await asked);
  for (const { id, fingerprint, envelopeId, correlationId } of letters) {
    await keep(caller.deadLetters.get({ id }));
    await keep(caller.deadLetters.dryRun({ id }));
    await keep(caller.deadLetters.history({ id }));
    await keep(caller.deadLetters.note({ cause: fingerprint, note: CARELESS_REASON }));
    await keep(caller.deadLetters.care({ cause: fingerprint }));
    if (envelopeId) await keep(caller.envelopes.get({ id: envelopeId }));
    if (correlationId) {
      await keep(caller.conversations.get({ correlationId }));
      await keep(caller.conversations.skeleton({ correlationId, after: "0" }));
    }
  }
  for (const { id } of letters.slice(0, 2)) {
    await keep(caller.deadLetters.replay({ id, reason: CARELESS_REASON }));
    await keep(caller.deadLetters.history({ id }));
  }
  await keep(caller.deadLetters.list({ filter: { state: "all" } }));
  await keep(caller.deadLetters.causes({ filter: { state: "all" } }));
  await keep(caller.deadLetters.groups({ all: true }));
  const selection = await caller.replayJobs.preview({});
  answers.push(selection);
  const { id: selectionId, hash } = selection;
  const job = await caller.replayJobs.rehearse({ selectionId, hash });
  await eventually(
    "the rehearsal",
    async () => (await caller.replayJobs.get({ id: job.id })).state === "done",
  );
  await keep(caller.replayJobs.items({ id: job.id, which: "all" }));
  const key = { machineId: "gossip", subject: "hero-2" };
  await keep(caller.instances.get(key));
  await keep(caller.instances.history(key));
  await keep(caller.instances.step({ ...key, revision: 1 }));
  await keep(caller.operations.send({ ...key, event: "TELL", payload: SECRET_DATA }));
  await keep(caller.instances.list({ filter: {} }));
  await keep(caller.envelopes.list({ subject: "hero-1" }));
  await keep(caller.search.all({ text: "hero" }));
  await keep(caller.audit.list({ filter: {} }));
  await keep(caller.audit.rows({ filter: {} }));
  return superjson.stringify(answers);
}

describe("sixty secrets of every kind and in every place", () => {
  it("never appear in what the console answers or tells its subscribers [RED-06]", async () => {
    const hub = createLiveHub();
    const told: unknown[] = [];
    hub.subscribe((change) => void told.push(change));
    const listening = listenForChanges(database.url, (change) => hub.publish(change));
    await eventually("the console to listen", async () => listening.isConnected());
    await publish(database.pool, "commands", "tell", "hero-1", SECRET_DATA);
    await publish(database.pool, "commands", "call", "hero-2", SECRET_DATA);
    await publish(database.pool, "commands", "no.such.type", "hero-3", SECRET_DATA);
    await eventually("the letters", async () => (await database.prisma.deadLetter.count()) === 3);

    const seen = await seeEverything();
    expect(seen).toContain("'***' was refused, sent Bearer ***");
    expect(seen).toContain('"password":"***"');
    expect(leaksIn(seen)).toEqual([]);
    await eventually("the subscribers to be told", async () => told.length > 3);
    expect(leaksIn(JSON.stringify(told))).toEqual([]);
    await listening.stop();
  });
});
