import { parseChart } from "@sagascope/core/charts";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { buildMoment } from "../build-moment.ts";
import type { Instance } from "../instance.ts";
import { at, makeDrawnChart, makeInstance, makeStep } from "../testing/make-instance.ts";
import { TimersCard } from "./timers-card.tsx";

afterEach(cleanup);

/** What the card says at the first of two steps. */
function wordsOfThePast(timers: Instance["timers"]): string {
  const chart = parseChart({
    id: "fulfil",
    initial: "reserve",
    states: { reserve: { after: { patience: "failed" } }, failed: { type: "final" } },
  });
  const steps = [makeStep(1, { entered: ["reserve"] }), makeStep(2)];
  const instance = makeInstance({ revision: 2, timers });
  render(<TimersCard moment={buildMoment(instance, makeDrawnChart({ chart }), { steps }, 1)} />);
  return screen.getByRole("region", { name: "Timers" }).textContent ?? "";
}

describe("TimersCard", () => {
  it("says of the past when a timer with a named delay was due, where that is recorded", () => {
    const timer = { ref: "t", label: "after.patience", state: "reserve", revision: 1 };
    const words = wordsOfThePast([{ ...timer, scheduledAt: at(10), dueAt: at(47) }]);
    expect(words).toContain("reserve, due");
    expect(words).not.toContain("not recorded");
  });

  it("names the delay where nothing is recorded", () => {
    expect(wordsOfThePast([])).toContain(
      "reserve, delay named patience, when it was due is not recorded",
    );
  });
});
