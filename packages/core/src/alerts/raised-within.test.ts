import { describe, expect, it } from "vitest";
import { ALERT_SIGNALS } from "./alert-rule.ts";
import { EVALUATE_MS, raisedWithinMs } from "./raised-within.ts";

/** What is promised. */
const PROMISED_MS = 30_000;
/** What a database may take for the lease and for reading the signals: far more than a healthy one does. */
const DATABASE_MS = 5_000;

describe("an alert", () => {
  it.each(ALERT_SIGNALS)(
    "of %s is raised and handed on within the half minute that is promised, even if its leader dies [OPS-01]",
    (signal) => {
      expect(raisedWithinMs(signal) + DATABASE_MS).toBeLessThan(PROMISED_MS);
    },
  );

  it("is looked for often enough that two looks fit into what is promised, whatever the signal", () => {
    const slowest = Math.max(...ALERT_SIGNALS.map(raisedWithinMs));
    expect(slowest + EVALUATE_MS).toBeLessThan(PROMISED_MS);
  });
});
