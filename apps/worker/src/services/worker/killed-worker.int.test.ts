import { EventEmitter, once } from "node:events";
import { eventually, storyOf } from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CrashScene, openCrashScene } from "./testing/crash-scene.ts";

const SAGAS_PER_TEST = 6;
const HAPPY_CALLS = ["reserve", "charge", "ship"];
const UNDONE_CALLS = [...HAPPY_CALLS, "refund", "release"];

let scene: CrashScene;
let happyStory: unknown;
let undoneStory: unknown;

beforeAll(async () => {
  scene = await openCrashScene();
  const worker = await scene.startWorker();
  await scene.send("xsm.fulfil.START", "quiet-shippable");
  await scene.send("xsm.fulfil.START", "quiet-unshippable");
  await scene.drained();
  happyStory = await storyOf(scene.database.pool, "fulfil", "quiet-shippable");
  undoneStory = await storyOf(scene.database.pool, "fulfil", "quiet-unshippable");
  await worker.kill();
});
afterAll(() => scene.end());

/** Every second saga of a test fails at its last step and is undone. */
const subjectsOf = (test: string) =>
  Array.from(
    { length: SAGAS_PER_TEST },
    (_saga, at) => `${test}-${at}-${at % 2 === 0 ? "shippable" : "unshippable"}`,
  );

/** When to kill the worker: at a call that begins, after it was let go, or at once. */
interface Moment {
  readonly service?: string;
  /** The services answer before the worker dies. */
  readonly answered?: boolean;
}

/** Start sagas, kill the worker at the moment, and go on with another one. */
async function runKilled(test: string, { service, answered }: Moment): Promise<string[]> {
  const { services } = scene;
  const subjects = subjectsOf(test);
  const line = new EventEmitter();
  const cut = once(line, "cut");
  const reached = service === undefined ? undefined : once(line, "reached");
  services.onCall = async (call) => {
    if (call.service !== service || !subjects.includes(call.subject)) return;
    line.emit("reached");
    if (answered !== true) await cut;
  };
  const killed = await scene.startWorker();
  for (const subject of subjects) await scene.send("xsm.fulfil.START", subject);
  await reached;
  await killed.kill();
  line.emit("cut");
  services.onCall = () => undefined;
  const heir = await scene.startWorker();
  await scene.drained();
  await heir.kill();
  return subjects;
}

async function expectUndisturbed(subjects: readonly string[]) {
  for (const subject of subjects) {
    const isUndone = subject.endsWith("unshippable");
    const story = await storyOf(scene.database.pool, "fulfil", subject);
    expect(story, subject).toEqual(isUndone ? undoneStory : happyStory);
    const calls = scene.services.callsOf(subject);
    const expected = isUndone ? UNDONE_CALLS : HAPPY_CALLS;
    // One call at a time was in flight: it alone may stand there twice, one after the other.
    const once = calls.filter((service, at) => service !== calls[at - 1]);
    expect(once, subject).toEqual(expected);
    expect(calls.length, `${subject}: ${calls}`).toBeLessThanOrEqual(expected.length + 1);
  }
}

/** Calls that a worker made under one key are one call to a service that knows its keys. */
function expectKeysToAgree(subjects: readonly string[]) {
  const calls = scene.services.calls.filter(({ subject }) => subjects.includes(subject));
  const keys = new Set(calls.map(({ idempotencyKey }) => idempotencyKey));
  const steps = new Set(calls.map(({ service, subject }) => `${service} ${subject}`));
  expect(keys.size).toBe(steps.size);
}

describe("a worker killed in mid-saga", () => {
  it.each([
    ["before any call", "before", {}],
    ["during the first call", "first", { service: "reserve" }],
    ["during a later call", "later", { service: "charge" }],
    ["just after a call was answered", "answered", { service: "charge", answered: true }],
    ["while it undoes a saga", "undoing", { service: "refund" }],
    ["just after an undoing call was answered", "undone", { service: "release", answered: true }],
  ] as const)(
    "loses and doubles nothing, and repeats at most the call in flight: %s [SAG-25][TRB-26][SAG-30]",
    async (_when, test, moment) => {
      const subjects = await runKilled(test, moment);
      await expectUndisturbed(subjects);
      expectKeysToAgree(subjects);
    },
  );

  it("has its timers fire in the next one", async () => {
    const killed = await scene.startWorker();
    await scene.send("remind", "reminded-1");
    await eventually("the timer to be set", async () => {
      const timers = await scene.rows("SELECT 1 FROM sagascope.timer WHERE subject = 'reminded-1'");
      return timers.length === 1;
    });
    await killed.kill();
    const heir = await scene.startWorker();
    await scene.drained();
    await heir.kill();
    expect(await storyOf(scene.database.pool, "reminder", "reminded-1")).toMatchObject({
      instance: [{ states: ["reminded"], revision: 2 }],
      history: [{ event: "REMIND" }, { event: "after.1500" }],
    });
  });
});
