import type { FaultStory } from "./fault-scene.ts";

/** Stories that together make an engine send every statement it knows, a few each. */
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
};
