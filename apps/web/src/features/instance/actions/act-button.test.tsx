import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { drawWithAnswers, refusal } from "@/trpc/testing/draw-with-answers.tsx";
import { makeMoment } from "../testing/make-instance.ts";
import { ActButton } from "./act-button.tsx";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => {}, replace: () => {} }),
  usePathname: () => "/instances/fulfil/order-42",
  useSearchParams: () => new URLSearchParams("act=send"),
}));
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true; // jsdom has no dialogs
  };
});
afterEach(cleanup);

const button = <ActButton moment={makeMoment()} renderPreview={() => null} />;

describe("ActButton", () => {
  it("says that it could not be read what one may do, and offers to try again", async () => {
    drawWithAnswers(button, {
      "session.me": () => {
        throw refusal("INTERNAL_SERVER_ERROR", "the database did not answer");
      },
    });
    expect((await screen.findByRole("alert")).textContent).toContain("The database did not answer");
    expect(screen.getByRole("button", { name: /again/i })).toBeDefined();
  });

  it("names the role that may not act, and no role that somebody may have renamed", async () => {
    drawWithAnswers(button, {
      "session.me": () => ({ role: "night watch", permissions: ["view"] }),
    });
    const words = (await screen.findByText(/Your role, night watch/)).textContent;
    expect(words).toContain("a role that may operate");
    expect(words).not.toMatch(/responder|admin\b/);
  });
});
