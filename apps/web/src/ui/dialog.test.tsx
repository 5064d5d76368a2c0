import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
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

  it("closes on a click outside, and not when a text is marked from the inside to the outside", () => {
    const onClose = vi.fn();
    render(
      <Dialog open onClose={onClose} label="Act">
        <textarea aria-label="Reason" />
      </Dialog>,
    );
    const dialog = screen.getByRole("dialog");
    fireEvent.pointerDown(screen.getByLabelText("Reason"));
    fireEvent.click(dialog); // where the pointer goes down and up in two places, their parent is clicked
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.pointerDown(dialog);
    fireEvent.click(dialog);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("gives the focus back to what opened it, also where it is taken away whole", () => {
    render(<Opener />);
    const opener = screen.getByRole("button", { name: "Act…" });
    opener.focus();
    fireEvent.click(opener);
    expect(document.activeElement).toBe(screen.getByLabelText("Reason"));
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(document.activeElement).toBe(opener);
  });
});

function Opener() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Act…
      </button>
      {isOpen && (
        <Dialog open onClose={() => setOpen(false)} label="Act">
          <DialogHeader title="Act" onClose={() => setOpen(false)} />
          <textarea aria-label="Reason" />
        </Dialog>
      )}
    </>
  );
}
