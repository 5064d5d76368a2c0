import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NEVER_FAILED, writesOfEngineStores } from "../testing/faults/fault-coverage.ts";
import { faultPointChooser } from "../testing/faults/fault-points.ts";
import {
  type FaultScene,
  type FaultTelling,
  openFaultScene,
} from "../testing/faults/fault-scene.ts";
import { FAULT_STORIES } from "../testing/faults/fault-stories.ts";
import type { SubjectStory } from "../testing/subject-story.ts";

/** Two hundred runs in all, each of some hundred statements: minutes only where a machine is very busy. */
const STORY_TIMEOUT_MS = 600_000;

const failedWrites = new Set<string>();
const pointsOf = faultPointChooser();
let scene: FaultScene;
beforeAll(async () => {
  scene = await openFaultScene();
});
afterAll(() => scene.close());

/** Who is not told that an event was taken hands it in again: recorded twice, and handled once. */
const withoutSecondArrivals = ({ events, ...story }: SubjectStory) => {
  const texts = events.map((event) => JSON.stringify(event));
  const isFirst = (event: SubjectStory["events"][number], at: number) =>
    event.direction !== "received" || texts.indexOf(JSON.stringify(event)) === at;
  return { ...story, events: events.filter(isFirst) };
};

const withoutOffers = ({ calls }: FaultTelling) => calls.filter((call) => call !== "copy");
const offersOf = ({ calls }: FaultTelling) => calls.filter((call) => call === "copy").length;

describe.each(Object.entries(FAULT_STORIES))("the story of %s", (name, story) => {
  it(
    "is told the same, whichever of its statements fails, and its services are called as often [DSP-09][OBX-13]",
    async () => {
      const hero = name.replaceAll(/[^a-z]+/g, "-");
      const undisturbed = await scene.tell(hero, story);
      expect(undisturbed.stored.deliveries).toEqual([]);
      const points = pointsOf(undisturbed.sent);
      expect(points).not.toEqual([]);
      for (const { n, fault, text } of points) {
        const what = `${fault}: ${n}. ${text}`;
        const told = await scene.tell(`${hero}.${fault.slice(0, 1)}.${n}`, story, { n, fault });
        expect(told.failed, what).toBeDefined();
        failedWrites.add(told.failed?.operation ?? "");
        expect(withoutSecondArrivals(told.stored), what).toEqual(
          withoutSecondArrivals(undisturbed.stored),
        );
        expect(withoutOffers(told), what).toEqual(withoutOffers(undisturbed));
        // A relay offers again what it may have offered: at least once is all it promises.
        expect(offersOf(told), what).toBeGreaterThanOrEqual(offersOf(undisturbed));
      }
    },
    STORY_TIMEOUT_MS,
  );
});

it("leaves no write that the stores of an engine can send unfailed, but for those of which it is said why [DSP-09][OBX-13]", () => {
  const unfailed = writesOfEngineStores().filter((name) => !failedWrites.has(name));
  expect(unfailed).toEqual(Object.keys(NEVER_FAILED).sort());
});
