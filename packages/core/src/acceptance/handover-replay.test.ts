import { describe, expect, it } from "vitest";
import { createEnvelope } from "../envelope/create-envelope.ts";
import { StoreUnavailableError } from "../kernel/errors.ts";
import type { ReplayReport } from "../operations/replay-report.ts";
import { defineProject, type Project } from "../projects/define-project.ts";
import { createMemoryEngine, type MemoryEngine } from "../testing/memory-engine.ts";

/** A far side that does as it is told, and notes what it was handed. */
interface Far {
  problem: Error | undefined;
  readonly taken: string[];
}

const take = (far: Far, ids: readonly string[]) => {
  if (far.problem !== undefined) throw far.problem;
  far.taken.push(...ids);
};

function relayProject(far: Far): Project {
  return defineProject({
    name: "app",
    topics: [{ name: "events", onUnknown: "ignore" }],
    ...{ machines: [], routes: [] },
    relays: [
      {
        ...{ name: "to-broker", topic: "events", attemptsMax: 1 },
        publish: async ({ envelope }) => take(far, [JSON.parse(envelope).id]),
      },
    ],
  });
}

function feedProject(far: Far): Project {
  return defineProject({
    name: "app",
    topics: [{ name: "events", onUnknown: "ignore" }],
    ...{ machines: [], routes: [] },
    feeds: [
      {
        ...{ name: "far", topic: "events" },
        onPoison: { kind: "dead_letter", afterFailures: 1 },
        sink: async (batch) =>
          take(
            far,
            batch.map(({ id, position }) => `${id}@${position}`),
          ),
      },
    ],
  });
}

interface Case {
  readonly engine: MemoryEngine;
  readonly far: Far;
  readonly letterId: string;
  ask(request: { dryRun: boolean; reason?: string; force?: boolean }): Promise<ReplayReport>;
}

/** One event, refused once and given up; since then the far side would take it. */
async function givenUp(makeProject: (far: Far) => Project): Promise<Case> {
  const far: Far = { problem: new Error("schema 17 is not known here"), taken: [] };
  const engine = createMemoryEngine(makeProject(far));
  const envelope = createEnvelope({ type: "t", source: "/app", id: "e-1", subject: "s" });
  await engine.publish("events", envelope);
  await engine.runUntilQuiet();
  await engine.runFeeds();
  const [letter] = await engine.openLetters();
  if (letter === undefined) throw new Error("it was not given up");
  far.problem = undefined;
  return {
    ...{ engine, far, letterId: letter.id },
    async ask(request) {
      const id = engine.request({ kind: "replay", letterId: letter.id, ...request });
      await engine.runUntilQuiet();
      return (await engine.inspect.findCommand(id))?.result as unknown as ReplayReport;
    },
  };
}

const REAL = { dryRun: false, reason: "the schema is there now" };

describe.each([
  ["a relay", relayProject, "e-1", "relay 'to-broker'"],
  ["a feed", feedProject, "e-1@1", "feed 'far'"],
])("the letter of %s", (_name, makeProject, handed, name) => {
  it("is looked at first, and the far side hears nothing of it [RPL-01]", async () => {
    const { ask, far, engine } = await givenUp(makeProject);
    const report = await ask({ dryRun: true });

    expect(report).toMatchObject({ dryRun: true, outcome: "processed", refusals: [] });
    expect(report.checks).toMatchObject([{ name: "Far side", ok: true }]);
    expect(report.checks[0]?.detail).toContain(name);
    expect(far.taken).toEqual([]);
    expect(await engine.openLetters()).toHaveLength(1);
    expect(await engine.inspect.audit()).toEqual([]);
  });

  it("is handed on again by itself, once, and audited", async () => {
    const { ask, far, engine, letterId } = await givenUp(makeProject);

    expect(await ask(REAL)).toMatchObject({ dryRun: false, outcome: "processed" });

    expect(far.taken).toEqual([handed]);
    expect(await engine.openLetters()).toEqual([]);
    expect((await engine.inspect.audit()).at(-1)).toMatchObject({
      ...{ action: "replay", target: `dead letter ${letterId}` },
      ...{ outcome: "processed", reason: REAL.reason },
    });

    const again = await ask(REAL);
    expect(again).toMatchObject({ outcome: "refused" });
    expect(again.refusals[0]).toContain("the letter is resolved");
    expect(far.taken).toEqual([handed]);
    expect(await ask({ ...REAL, force: true })).toMatchObject({ outcome: "processed" });
    expect(far.taken).toEqual([handed, handed]);
  });

  it("has one more occurrence when the far side refuses it again, and stays open", async () => {
    const { ask, far, engine, letterId } = await givenUp(makeProject);
    far.problem = new Error("schema 18 is not known here");

    expect(await ask(REAL)).toMatchObject({
      outcome: "dead_lettered",
      error: { name: "Error", message: "schema 18 is not known here" },
    });

    expect(await engine.openLetters()).toMatchObject([{ id: letterId, occurrences: 2 }]);
    expect((await engine.inspect.audit()).at(-1)).toMatchObject({ outcome: "dead_lettered" });
    far.problem = undefined;
    expect(await ask(REAL)).toMatchObject({ outcome: "processed" });
  });

  it("blames no envelope for an outage of the far side", async () => {
    const { ask, far, engine } = await givenUp(makeProject);
    far.problem = new StoreUnavailableError("publish");

    const report = await ask(REAL);
    expect(report).toMatchObject({ outcome: "refused" });
    expect(report.refusals[0]).toContain(`${name} cannot be reached`);
    expect(await engine.openLetters()).toMatchObject([{ occurrences: 1 }]);
    expect((await engine.inspect.audit()).at(-1)).toMatchObject({ outcome: "refused" });
  });

  it("is refused once its project declares the far side no more", async () => {
    const { engine, letterId } = await givenUp(makeProject);
    const bare = defineProject({
      name: "app",
      topics: [{ name: "events", onUnknown: "ignore" }],
      ...{ machines: [], routes: [] },
    });
    const { database, clock } = engine;
    const next = createMemoryEngine(bare, { database, clock, workerId: "next" });
    clock.advance(60_000); // until the first worker's share is free
    const id = next.request({ kind: "replay", letterId, dryRun: true });
    await next.runUntilQuiet();
    const report = (await next.inspect.findCommand(id))?.result;
    expect(report).toMatchObject({ outcome: "refused", refusals: [/is not declared any more/] });
  });
});
