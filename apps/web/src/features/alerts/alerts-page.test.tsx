import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { drawWithAnswers } from "@/trpc/testing/draw-with-answers.tsx";
import { AlertsPage } from "./alerts-page.tsx";

const ALERTS = {
  ...{ at: new Date(), open: [], openLeftOut: 0, past: [] },
  watch: { owner: "w", evaluatedAt: new Date(), leads: true },
};
const RULE = {
  ...{ id: "r-1", name: "letters", signal: "new-letter", threshold: 1, machineId: undefined },
  ...{ channels: [], quiet: undefined, enabled: true },
};

afterEach(cleanup);

describe("AlertsPage", () => {
  it("shows a rule that somebody else made, without a reload", async () => {
    let rules: readonly object[] = [];
    const { hint } = drawWithAnswers(<AlertsPage />, {
      "session.me": () => ({ permissions: [], role: "viewer" }),
      "alerts.list": () => ALERTS,
      "alerts.rules": () => rules,
    });
    await screen.findByText("No rule watches anything.");
    rules = [RULE];
    await hint({ audit: true });
    expect(await screen.findByText("letters")).toBeDefined();
  });
});
