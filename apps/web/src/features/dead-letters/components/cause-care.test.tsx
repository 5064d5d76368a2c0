import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { drawWithAnswers, refusal } from "@/trpc/testing/draw-with-answers.tsx";
import { CauseCare } from "./cause-care.tsx";

const CARE = { assignee: "Mara", notes: [], subjects: 1, lettersLookedAt: 1, isPart: false };
const answers = {
  "session.me": () => ({ permissions: ["resolve"], role: "responder" }),
  "deadLetters.care": (): unknown => CARE,
  "deadLetters.assign": (): unknown => undefined,
};
const assignee = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Assignee" });

afterEach(cleanup);

describe("CauseCare", () => {
  it("keeps a name that could not be saved where it was typed", async () => {
    drawWithAnswers(<CauseCare cause="c-1" />, {
      ...answers,
      "deadLetters.assign": () => {
        throw refusal("INTERNAL_SERVER_ERROR", "the database did not answer");
      },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Change assignee" }));
    fireEvent.change(assignee(), { target: { value: "payments on call" } });
    fireEvent.click(screen.getByRole("button", { name: "Save assignee" }));
    await screen.findByText("The database did not answer.");
    expect(assignee().value).toBe("payments on call");
  });

  it("shows what another operator noted, and who took it over, without a reload", async () => {
    let care: object = CARE;
    const { hint } = drawWithAnswers(<CauseCare cause="c-1" />, {
      ...answers,
      "deadLetters.care": () => care,
    });
    await screen.findByText("Mara");
    const note = { id: "n-1", at: new Date(), author: "Jonas", note: "the gateway is down" };
    care = { ...CARE, assignee: "Jonas", notes: [note] };
    await hint({ deadLetters: true });
    expect(await screen.findByText("the gateway is down")).toBeDefined();
    expect(screen.queryByText("Mara")).toBeNull();
  });

  it("gives the focus back to the button once the name is saved, and when it is left with Escape", async () => {
    let name = "Mara";
    drawWithAnswers(<CauseCare cause="c-1" />, {
      ...answers,
      "deadLetters.care": () => ({ ...CARE, assignee: name }),
      "deadLetters.assign": (input: { readonly assignee: string }) => {
        name = input.assignee;
      },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Change assignee" }));
    fireEvent.change(assignee(), { target: { value: "Ilja" } });
    fireEvent.click(screen.getByRole("button", { name: "Save assignee" }));
    await screen.findByText("Ilja");
    const opener = () => screen.getByRole("button", { name: "Change assignee" });
    await waitFor(() => expect(document.activeElement).toBe(opener()));

    fireEvent.click(opener());
    fireEvent.keyDown(assignee(), { key: "Escape" });
    expect(document.activeElement).toBe(opener());
  });

  it("takes away only the note that was added, not the next one that is being typed", async () => {
    let end = (): void => {};
    const added = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { callsOf } = drawWithAnswers(<CauseCare cause="c-1" />, {
      ...answers,
      "deadLetters.note": () => added,
    });
    const note = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: /Note/ });
    fireEvent.change(note, { target: { value: "mail v4 is out" } });
    fireEvent.click(screen.getByRole("button", { name: "Add note" }));
    await waitFor(() => expect(callsOf("deadLetters.note")).toHaveLength(1));
    fireEvent.change(note, { target: { value: "and rolled back" } });
    await act(async () => end());
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add note" }).disabled).toBe(
        false,
      ),
    );
    expect(note.value).toBe("and rolled back");
  });
});
