import type { FaultStory } from "./fault-scene.ts";

/** Stories that together make an engine send every write it knows, a few each; `fault-coverage.ts` holds them to it. */
export const FAULT_STORIES: Readonly<Record<string, FaultStory>> = {
  "a saga that is undone": async ({ world, subject, send, settle }) => {
    world.failures.set(`charge ${subject}`, 1); // tried again by a timer of the chart
    world.failures.set(`ship ${subject}`, 1);
    const id = await send("start");
    await settle();
    await send("start", {}, id); // a redelivery
    await settle();
  },

  "a saga that cannot be undone, for a person to settle": async (hero) => {
    const { world, subject, send, settle, ask } = hero;
    world.failures.set(`ship ${subject}`, 1);
    world.failures.set(`refund ${subject}`, 1);
    await send("start");
    await settle();
    await ask("resolve");
    await settle();
  },

  "an envelope that nobody can handle until it is mended": async (hero) => {
    const { world, subject, send, settle, ask } = hero;
    world.broken.add(subject);
    await send("touch");
    await settle();
    await ask("replay", true);
    await settle();
    await ask("replay");
    await settle();
    world.broken.delete(subject);
    await ask("replay");
    await settle();
  },

  "a service that is down until its call is replayed": async (hero) => {
    const { world, subject, send, settle, ask } = hero;
    world.failures.set(`ask ${subject}`, 2);
    await send("ask");
    await settle();
    await ask("replay");
    await settle();
  },

  "a timer that leaves a call behind, and a relay that is down at first": async (hero) => {
    const { world, subject, send, settle, pass } = hero;
    world.failures.set(`copy ${subject}`, 1);
    await send("wait");
    await settle();
    await pass(); // the call answers, late
  },

  "envelopes that come to nothing": async ({ subject, send, settle }) => {
    const id = `${subject}-close`;
    await send("never.heard.of");
    await send("close", {}, id);
    await send("touch"); // the instance is over
    await send("close", { other: true }, id); // the id is taken
    await settle();
  },

  "a saga that cannot be undone, whose call a person answers": async (hero) => {
    const { world, subject, send, settle, act } = hero;
    world.failures.set(`ship ${subject}`, 1);
    world.failures.set(`refund ${subject}`, 1);
    await send("start");
    await settle();
    await act("fulfil", { kind: "skip" });
    await settle();
  },

  "a service that is down until a person resumes": async (hero) => {
    const { world, subject, send, settle, act } = hero;
    world.failures.set(`ask ${subject}`, 2);
    await send("ask");
    await settle();
    await act("asker", { kind: "resume" });
    await settle();
  },

  "an instance that a person moves about, and ends": async (hero) => {
    const { send, settle, act, migrateBack } = hero;
    await send("touch");
    await settle();
    await act("fragile", { kind: "send", event: "TOUCH", payload: { name: "by hand" } });
    await settle();
    await act("fragile", { kind: "rewind", revision: 1 });
    await settle();
    await migrateBack("fragile");
    await settle();
    await act("fragile", { kind: "cancel" });
    await settle();
  },

  "an instance that is ended after its call was given up": async (hero) => {
    const { world, subject, send, settle, act } = hero;
    world.failures.set(`ask ${subject}`, 2);
    await send("ask");
    await settle();
    await act("asker", { kind: "cancel" });
    await settle();
  },

  "an event that is published later": async ({ sendLater, settle }) => {
    await sendLater("touch");
    await settle();
  },

  "an event that is handed in at the engine's door": async ({ handIn, settle }) => {
    await handIn("touch");
    await settle();
  },

  "a letter that a job replays": async ({ world, subject, send, settle, replayInBulk }) => {
    world.broken.add(subject);
    await send("touch");
    await settle();
    world.broken.delete(subject);
    await replayInBulk();
    await settle();
  },

  "letters of one subject of which a job cannot replay the first": async (hero) => {
    const { world, subject, send, settle, replayInBulk } = hero;
    world.broken.add(subject);
    await send("touch");
    await send("touch");
    await settle();
    await replayInBulk();
    await settle();
  },

  "a worker that keeps house, leaves and comes back": async ({ send, settle, ...hero }) => {
    await send("touch");
    await settle();
    await hero.keepHouse();
    await hero.leaveAndComeBack();
    await send("close");
    await settle();
  },
};
