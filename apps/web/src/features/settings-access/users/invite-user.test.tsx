import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { drawWithAnswers } from "@/trpc/testing/draw-with-answers.tsx";
import { InviteUser } from "./invite-user.tsx";

// jsdom has no modal dialogs yet.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
afterEach(cleanup);

const invite = (open: boolean) => <InviteUser open={open} onClose={() => {}} />;
const make = () => screen.getByRole("button", { name: "Make a link" });

describe("InviteUser", () => {
  it("shows no link of somebody before to whoever invites the next person", async () => {
    let end = (): void => {};
    const invited = new Promise<{ readonly token: string }>((resolve) => {
      end = () => resolve({ token: "of-somebody-before" });
    });
    const { draw, callsOf } = drawWithAnswers(invite(true), {
      "roles.list": () => [],
      "users.invite": () => invited,
    });
    fireEvent.submit(make().closest("form") as HTMLFormElement);
    await waitFor(() => expect(callsOf("users.invite")).toHaveLength(1));
    draw(invite(false)); // closed before the answer came
    await act(async () => end());
    draw(invite(true));
    expect(screen.queryByText(/of-somebody-before/)).toBeNull();
    expect(make()).toBeDefined();
  });
});
