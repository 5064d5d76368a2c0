import { expect, it } from "vitest";
import type { LetterRecord } from "../engine/records.ts";
import type { FeedSource, FeedStores } from "../feeds/feed-stores.ts";
import { systemTimers } from "../kernel/clock.ts";
import { defineProject } from "../projects/define-project.ts";
import { createFarSides } from "./far-sides.ts";

const project = defineProject({
  name: "shop",
  topics: ["events"],
  machines: [],
  routes: [],
  feeds: [{ name: "mirror", topic: "events", sink: async () => undefined }],
});

const letter: LetterRecord = {
  ...{ id: "l-1", consumer: "mirror", workKey: "w", source: "feed", reason: "max_attempts" },
  ...{ subject: "o-1", topic: "events", eventType: "t", envelopeId: "1", occurrences: 1 },
  redactedPaths: [],
  redactedEnvelope: { id: "1", source: "/payments" },
};

/** What a feed's letter makes the store be asked for. */
async function askedFor(given: LetterRecord): Promise<unknown> {
  let asked: unknown;
  const findRecord: FeedSource["findRecord"] = async (_topic, envelope) => {
    asked = envelope;
    return undefined;
  };
  const feeds = { name: "fake", source: { findRecord } } as unknown as FeedStores;
  const lanes = { findEnvelope: async () => undefined };
  await createFarSides({ project, lanes, feeds, keys: undefined, timers: systemTimers }).find(
    given,
  );
  return asked;
}

it("the event of a feed's letter is found by id and source, since another source may use the same id", async () => {
  expect(await askedFor(letter)).toEqual({ id: "1", source: "/payments" });
});

it("the event of a feed's letter is found by its id where its source was masked or is not known", async () => {
  const byId = { id: "1", source: undefined };
  expect(await askedFor({ ...letter, redactedPaths: ["/source"] })).toEqual(byId);
  expect(await askedFor({ ...letter, redactedEnvelope: "no JSON" })).toEqual(byId);
});
