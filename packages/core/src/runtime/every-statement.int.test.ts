import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultPointChooser } from "../testing/faults/fault-points.ts";
import {
  type FaultScene,
  type FaultTelling,
  openFaultScene,
} from "../testing/faults/fault-scene.ts";
import { FAULT_STORIES } from "../testing/faults/fault-stories.ts";

/** Two hundred runs in all, each of some hundred statements: minutes only where a machine is very busy. */
const STORY_TIMEOUT_MS = 600_000;

const pointsOf = faultPointChooser();
let scene: FaultScene;
beforeAll(async () => {
  scene = await openFaultScene();
});
afterAll(() => scene.close());

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
        expect(told.stored, what).toEqual(undisturbed.stored);
        expect(withoutOffers(told), what).toEqual(withoutOffers(undisturbed));
        // A relay offers again what it may have offered: at least once is all it promises.
        expect(offersOf(told), what).toBeGreaterThanOrEqual(offersOf(undisturbed));
      }
    },
    STORY_TIMEOUT_MS,
  );
});
