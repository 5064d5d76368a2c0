import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { drawWithAnswers } from "@/trpc/testing/draw-with-answers.tsx";
import type { Selection } from "../../bulk-words.ts";
import { AssignForm } from "./assign-form.tsx";

const SELECTION = {
  ...{ id: "s-1", purpose: "assign", letters: 3, subjects: 2, hash: "sha256:1", leftOut: {} },
  ...{ cutOffAt: new Date(0), kinds: [], moreKinds: false },
} as unknown as Selection;

afterEach(cleanup);

describe("AssignForm", () => {
  it("says who was given the causes, not who is being typed, and does not do it twice", async () => {
    const { callsOf } = drawWithAnswers(<AssignForm selection={SELECTION} onClose={() => {}} />, {
      "deadLetters.assignSelection": () => ["cause-1", "cause-2"],
    });
    const who = screen.getByRole("textbox", { name: /Who looks after/ });
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Assign causes" });
    fireEvent.change(who, { target: { value: "Mara" } });
    fireEvent.change(screen.getByRole("textbox", { name: /Reason/ }), {
      target: { value: "hers" },
    });
    fireEvent.click(button);
    await screen.findByText(/Mara looks after them now/);
    expect(button.disabled).toBe(true);

    fireEvent.change(who, { target: { value: "Ilja" } });
    expect(screen.getByText(/Mara looks after them now/)).toBeDefined();
    expect(screen.queryByText(/Ilja looks after them now/)).toBeNull();
    expect(button.disabled).toBe(false);
    expect(callsOf("deadLetters.assignSelection")).toHaveLength(1);
  });
});
