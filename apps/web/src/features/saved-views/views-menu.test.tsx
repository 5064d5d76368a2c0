import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { drawWithAnswers } from "@/trpc/testing/draw-with-answers.tsx";
import { ViewsMenu } from "./views-menu.tsx";

vi.mock("next/navigation", () => ({
  usePathname: () => "/instances",
  useSearchParams: () => new URLSearchParams(),
}));
afterEach(cleanup);

const VIEW = {
  id: "v-1",
  name: "Stuck",
  query: "stuck=1",
  shared: true,
  own: false,
  ownerName: "Mara",
};

async function drawMenu(count: number): Promise<void> {
  drawWithAnswers(<ViewsMenu page="instances" />, {
    "session.me": () => ({ role: "viewer", permissions: ["view"] }),
    "views.list": () => ({ views: [VIEW], count }),
  });
  await screen.findByText("Stuck"); // there, though the menu is closed
}

describe("the menu of views", () => {
  it("says where it stops before the end", async () => {
    await drawMenu(1_234);
    expect(screen.getByText("The first 1 of 1,234 views.")).toBeDefined();
  });

  it("says nothing of the kind where all are listed", async () => {
    await drawMenu(1);
    expect(screen.queryByText(/^The first/)).toBeNull();
  });
});
