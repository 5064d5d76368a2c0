import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { drawWithAnswers } from "@/trpc/testing/draw-with-answers.tsx";
import { InstancesPage } from "./instances-page.tsx";

const address = vi.hoisted(() => ({ search: "" }));
vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => {} }),
  usePathname: () => "/instances",
  useSearchParams: () => new URLSearchParams(address.search),
}));

const answers = {
  "session.me": () => ({ permissions: [], role: "viewer" }),
  "instances.list": () => ({
    rows: [],
    nextCursor: undefined,
    count: 0,
    countMax: 10,
    more: false,
  }),
};

afterEach(cleanup);

describe("InstancesPage", () => {
  it("says that there is nothing yet on its first page only", async () => {
    address.search = "";
    drawWithAnswers(<InstancesPage views={null} />, answers);
    expect(await screen.findByText("No instances yet.")).toBeDefined();
  });

  it("leads back to the first page from an empty one further on", async () => {
    address.search = "after=2026-08-21T14%253A47%253A03.000000Z/order/order-42";
    drawWithAnswers(<InstancesPage views={null} />, answers);
    expect(await screen.findByText(/^There is nothing further/)).toBeDefined();
    expect(screen.queryByText("No instances yet.")).toBeNull();
    expect(screen.getByRole("button", { name: /^Back to the/ })).toBeDefined();
  });
});
