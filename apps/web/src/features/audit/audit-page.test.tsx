import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { drawWithAnswers } from "@/trpc/testing/draw-with-answers.tsx";
import { AuditPage } from "./audit-page.tsx";

const address = vi.hoisted(() => ({ search: "" }));
vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => {} }),
  usePathname: () => "/audit",
  useSearchParams: () => new URLSearchParams(address.search),
}));

const answers = {
  "session.me": () => ({ permissions: [], role: "viewer" }),
  "audit.list": () => ({ rows: [], nextCursor: undefined, count: 0, countMax: 10 }),
};

afterEach(cleanup);

describe("AuditPage", () => {
  it("says that there is nothing yet on its first page only", async () => {
    address.search = "";
    drawWithAnswers(<AuditPage />, answers);
    expect(await screen.findByText("Nothing was done yet.")).toBeDefined();
  });

  it("leads back to the first page from an empty one further on", async () => {
    address.search = "after=1";
    drawWithAnswers(<AuditPage />, answers);
    expect(await screen.findByText(/^There is nothing further/)).toBeDefined();
    expect(screen.queryByText("Nothing was done yet.")).toBeNull();
    expect(screen.getByRole("button", { name: /^Back to the/ })).toBeDefined();
  });
});
