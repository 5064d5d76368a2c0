import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { IdText } from "./id-text.tsx";

/** A page over plain http has no clipboard, as jsdom has none. */
const execCommand = vi.fn<(command: string) => boolean>();
document.execCommand = execCommand;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  execCommand.mockReset();
});

describe("IdText", () => {
  it("copies the whole id where the browser has a clipboard", async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    render(<IdText id="0198c6f1-0000-7000-8000-00000000b6e3" />);
    fireEvent.click(screen.getByRole("button"));
    await screen.findByText("copied");
    expect(writeText).toHaveBeenCalledWith("0198c6f1-0000-7000-8000-00000000b6e3");
  });

  it("copies over plain http too, leaves nothing behind and the focus where it was", async () => {
    let marked: string | undefined;
    execCommand.mockImplementation(() => {
      marked = document.querySelector("textarea")?.value;
      return true;
    });
    render(<IdText id="order-42" />);
    const button = screen.getByRole("button");
    button.focus();
    fireEvent.click(button);
    await screen.findByText("copied");
    expect(execCommand).toHaveBeenCalledWith("copy");
    expect(marked).toBe("order-42");
    expect(document.querySelector("textarea")).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it("says where nothing was copied", async () => {
    execCommand.mockReturnValue(false);
    render(<IdText id="order-42" />);
    fireEvent.click(screen.getByRole("button"));
    expect(await screen.findByText("not copied")).toBeDefined();
  });
});
