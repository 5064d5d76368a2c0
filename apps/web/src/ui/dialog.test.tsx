import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { Dialog, DialogHeader } from "./dialog.tsx";

// jsdom has no modal dialogs yet.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
    this.querySelector("button")?.focus(); // as browsers do
  };
});
afterEach(cleanup);

const open = (children: ReactNode) =>
  render(
    <Dialog open onClose={() => {}} label="Act">
      <DialogHeader title="Act" onClose={() => {}} />
      {children}
    </Dialog>,
  );

describe("Dialog", () => {
  it("starts on its first field that can be filled in, not on Close", () => {
    open(
      <>
        <input aria-label="Machine" disabled />
        <select aria-label="Event" />
        <textarea aria-label="Reason" />
      </>,
    );
    expect(document.activeElement).toBe(screen.getByLabelText("Event"));
  });

  it("starts on the field that asks to be the first", () => {
    open(
      <>
        <input aria-label="Pace" />
        <textarea aria-label="Reason" data-first />
      </>,
    );
    expect(document.activeElement).toBe(screen.getByLabelText("Reason"));
  });

  it("leaves the focus to the browser where there is no field", () => {
    open(<p>Nothing to fill in.</p>);
    expect(document.activeElement).toBe(screen.getByLabelText("Close"));
  });
});
