import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { drawWithAnswers, refusal } from "./draw-with-answers.tsx";
import type { ReadPage } from "./read-states.tsx";

/** A page for those who may administer says to others whom to ask, whatever the server answered them. */
export function testForAdmins({ page, path, shown }: ReadPage, what: string): void {
  it("tells whoever may not administer whom to ask, and shows neither rows nor an error", async () => {
    drawWithAnswers(page, {
      "session.me": () => ({ role: "viewer", permissions: ["view"] }),
      [path]: () => {
        throw refusal("FORBIDDEN", "the role 'viewer' may not do this");
      },
    });
    await screen.findByText(`Your role, viewer, may not see ${what}.`);
    expect(screen.queryByText(shown)).toBeNull();
    expect(screen.queryByRole("button", { name: /^(New|Invite)/ })).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });
}
