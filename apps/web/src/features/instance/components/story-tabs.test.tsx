import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Steps } from "@/trpc/story/use-steps.ts";
import { drawWithAnswers } from "@/trpc/testing/draw-with-answers.tsx";
import { makeMoment } from "../testing/make-instance.ts";
import { StoryTabs } from "./story-tabs.tsx";

vi.mock("next/navigation", () => ({
  usePathname: () => "/instances/fulfil/order-42",
  useSearchParams: () => new URLSearchParams("tab=envelopes"),
}));
afterEach(cleanup);

describe("StoryTabs", () => {
  it("counts on no tab what is not listed in it: the conversation has more envelopes than the subject", async () => {
    const moment = makeMoment({ chain: { envelopes: 812, envelopesMax: 10_000 } });
    drawWithAnswers(
      <StoryTabs moment={moment} story={{} as unknown as Steps} onSelect={() => {}} />,
      { "envelopes.list": () => ({ rows: [], more: false }) },
    );
    await screen.findByText("No envelope is recorded.");
    expect(screen.getByRole("tab", { name: /Envelopes/ }).textContent).toBe("Envelopes");
  });
});
