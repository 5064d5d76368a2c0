import { EventEmitter, once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineProject } from "../projects/define-project.ts";
import { sagaBuilder } from "../sagas/saga-builder.ts";
import { makeFaultyPools, type StatementFault } from "../testing/faulty-pool.ts";
import { storyOf } from "../testing/story-of.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { eventually, publish, startTestEngine } from "../testing/test-engine.ts";
import type { Engine } from "./engine.ts";

/** Who waits for a lease to end waits in vain. */
const HOUR_MS = 3_600_000;

const calls: string[] = [];
const line = new EventEmitter();

const saga = sagaBuilder("parcel", { startEvent: "START" }).step("send", {
  invoke: "send",
  timeoutMs: 60_000,
});

const project = defineProject({
  name: "post",
  topics: ["commands", { name: "events", onUnknown: "ignore" }],
  routes: [
    { topic: "commands", type: "xsm.parcel.START", machine: "parcel" },
    { topic: "commands", type: "wait", machine: "patience", event: "WAIT" },
  ],
  machines: [
    {
      chart: saga.build(),
      logic: {
        ...saga.logic(),
        services: {
          send: async ({ subject }) => {
            calls.push(subject);
            return "sent";
          },
        },
      },
    },
    {
      chart: {
        id: "patience",
        initial: "idle",
        states: {
          idle: { on: { WAIT: "waiting" } },
          waiting: {
            invoke: { id: "slow", src: "slow", onDone: "answered" },
            after: { 100: "tired" },
          },
          tired: { on: { WAIT: "waiting" } },
          answered: { type: "final" },
        },
      },
      logic: {
        services: {
          slow: async () => {
            await once(line, "answer");
            return "at last";
          },
        },
      },
    },
  ],
});

let database: TestDatabase;
let engine: Engine;
let found = 0; // commits that turned out to be written, although their answer was lost
const faulty = makeFaultyPools("transactions");

beforeAll(async () => {
  database = await createTestDatabase();
  engine = await startTestEngine(database, project, {
    wrapPool: faulty.wrap,
    timings: { effectLeaseMs: HOUR_MS },
    onResult: ({ kind }) => {
      if (kind === "gone") found += 1;
    },
  });
});
afterAll(async () => {
  await engine.stop();
  await database.drop();
});

/** Send one parcel and wait until nothing is left to do for it. */
async function sendParcel(subject: string) {
  await publish(database.pool, "commands", "xsm.parcel.START", subject);
  await eventually(`${subject} to arrive`, async () => {
    const { rows } = await database.pool.query(
      `SELECT (SELECT count(*) FROM sagascope.instance WHERE subject = $1 AND phase = 'completed')
            - (SELECT count(*) FROM sagascope.delivery WHERE subject = $1) AS done`,
      [subject],
    );
    return rows[0].done === "1";
  });
  return storyOf(database.pool, "parcel", subject);
}

describe.each<StatementFault>(["refused", "answer lost"])("a statement that is %s", (fault) => {
  it("leaves what an undisturbed run leaves, whichever statement of a commit it is [DSP-09][OBX-13]", async () => {
    faulty.begin();
    const undisturbed = await sendParcel(`undisturbed, ${fault}`);
    const statements = faulty.sent().map(({ text }) => text);
    expect(new Set(faulty.sent().map(({ transaction }) => transaction)).size).toBe(2);
    expect(undisturbed).toMatchObject({ instance: [{ revision: 2 }], receipts: { n: 1 } });

    for (const [at, text] of statements.entries()) {
      const subject = `statement ${at + 1}, ${fault}`;
      const foundBefore = found;
      faulty.begin({ n: at + 1, fault });
      expect(await sendParcel(subject), subject).toEqual(undisturbed);
      expect(faulty.failed()?.text, subject).toBe(text);
      expect(calls.filter((called) => called === subject)).toHaveLength(1);
      // What was written all the same is tried once more; that must not be counted to the next run.
      if (fault === "refused") continue;
      await eventually("the engine to see that it was written", async () => found > foundBefore);
    }
  });
});

describe("a call that answers after its state was left", () => {
  it("is kept on its row and moves nothing [SAG-19][LIM-07]", async () => {
    await publish(database.pool, "commands", "wait", "o-1");
    await eventually("patience to end", async () => {
      const { rows } = await database.pool.query(
        "SELECT 1 FROM sagascope.instance WHERE subject = 'o-1' AND revision = 2",
      );
      return rows.length === 1;
    });
    const tired = await storyOf(database.pool, "patience", "o-1");
    expect(tired).toMatchObject({
      instance: [{ states: ["tired"] }],
      effects: [{ ref: "slow", status: "cancelled" }],
    });

    line.emit("answer");
    const late = await eventually("the late answer", async () => {
      const { rows } = await database.pool.query(
        "SELECT late FROM sagascope.effect WHERE subject = 'o-1' AND late IS NOT NULL",
      );
      return rows[0]?.late as object | undefined;
    });
    expect(late).toEqual({ at: expect.any(String), output: "at last" });
    expect(await storyOf(database.pool, "patience", "o-1")).toEqual(tired);
  });
});
