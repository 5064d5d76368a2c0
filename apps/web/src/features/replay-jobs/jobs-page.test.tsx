import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { drawWithAnswers } from "@/trpc/testing/draw-with-answers.tsx";
import { JobsPage } from "./jobs-page.tsx";

const address = vi.hoisted(() => ({ search: "" }));
vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => {} }),
  usePathname: () => "/replay-jobs",
  useSearchParams: () => new URLSearchParams(address.search),
}));

const answers = {
  "session.me": () => ({ permissions: [], role: "viewer" }),
  "replayJobs.list": () => [],
};

afterEach(cleanup);

describe("JobsPage", () => {
  it("says that there is nothing yet on its first page only", async () => {
    address.search = "";
    drawWithAnswers(<JobsPage />, answers);
    expect(await screen.findByText("No replay job yet.")).toBeDefined();
  });

  it("leads back to the first page from an empty one further on", async () => {
    address.search = "after=j-50";
    drawWithAnswers(<JobsPage />, answers);
    expect(await screen.findByText(/^There is nothing further/)).toBeDefined();
    expect(screen.queryByText("No replay job yet.")).toBeNull();
    expect(screen.getByRole("button", { name: /^Back to the/ })).toBeDefined();
  });
});
