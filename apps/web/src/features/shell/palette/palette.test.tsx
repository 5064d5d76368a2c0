import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Palette } from "./palette.tsx";
import type { PalettePins, PaletteResults } from "./palette-results.ts";

const push = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

const RESULTS: PaletteResults = {
  found: 2,
  tookMs: 38,
  groups: [
    { title: "Orders", items: [{ id: "o", title: "order-42", glyph: "st-done", href: "/o" }] },
    { title: "Envelopes", items: [{ id: "e", title: "0198-42", glyph: "send", href: "/e" }] },
  ],
};

const toggle = vi.fn();
const PINS: PalettePins = {
  groups: [
    { title: "Pinned", items: [{ id: "o", title: "order-42", glyph: "st-done", href: "/o" }] },
  ],
  isPinned: ({ id }) => (id === "/dead" ? undefined : id === "o"),
  toggle,
};
const usePins = () => PINS;

// jsdom has no modal dialogs yet.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  Element.prototype.scrollIntoView = () => {};
});
beforeEach(() => push.mockClear());
afterEach(cleanup);

const open = (search: (query: string) => Promise<PaletteResults>, onClose = () => {}) => {
  const places = [{ href: "/dead", label: "Dead letters", glyph: "letter", key: "d" }] as const;
  render(<Palette open onClose={onClose} search={search} places={places} />);
  return screen.getByRole("combobox", { name: "Search" });
};
const options = () => screen.getAllByRole("option").map((option) => option.textContent);

describe("Palette", () => {
  it("offers the places of the console before anything is typed", () => {
    open(async () => RESULTS);
    expect(options()).toEqual([expect.stringContaining("Dead letters")]);
  });

  it("offers what is kept at hand before anything is typed, and pins with Alt and P what can be pinned", async () => {
    const places = [{ href: "/dead", label: "Dead letters", glyph: "letter" }] as const;
    const search = async () => RESULTS;
    render(<Palette open onClose={() => {}} search={search} places={places} usePins={usePins} />);
    const box = screen.getByRole("combobox", { name: "Search" });
    expect(options()).toEqual(["order-42pinned", "Dead letters"]);
    fireEvent.keyDown(box, { key: "π", code: "KeyP", altKey: true });
    expect(toggle).toHaveBeenCalledTimes(1);
    fireEvent.keyDown(box, { key: "ArrowDown" });
    fireEvent.keyDown(box, { key: "π", code: "KeyP", altKey: true });
    expect(toggle).toHaveBeenCalledTimes(1); // a page of the console cannot be pinned
  });

  it("opens what the arrow keys chose and closes itself", async () => {
    const onClose = vi.fn();
    const box = open(async () => RESULTS, onClose);
    fireEvent.change(box, { target: { value: "42" } });
    await waitFor(() => expect(options()).toHaveLength(2));
    fireEvent.keyDown(box, { key: "ArrowDown" });
    const chosen = screen.getByRole("option", { selected: true });
    expect(box.getAttribute("aria-activedescendant")).toBe(chosen.id);
    fireEvent.keyDown(box, { key: "Enter" });
    expect(push).toHaveBeenCalledWith("/e");
    expect(onClose).toHaveBeenCalled();
  });

  it("opens a new tab with ⌘ and Enter", async () => {
    const tab = vi.spyOn(window, "open").mockReturnValue(null);
    const box = open(async () => RESULTS);
    fireEvent.change(box, { target: { value: "42" } });
    await waitFor(() => expect(options()).toHaveLength(2));
    fireEvent.keyDown(box, { key: "Enter", metaKey: true });
    expect(tab).toHaveBeenCalledWith("/o", "_blank", "noopener");
    expect(push).not.toHaveBeenCalled();
  });

  it("narrows by kind with Tab", async () => {
    const box = open(async () => RESULTS);
    fireEvent.change(box, { target: { value: "42" } });
    await waitFor(() => expect(options()).toHaveLength(2));
    fireEvent.keyDown(box, { key: "Tab" });
    fireEvent.keyDown(box, { key: "Tab" });
    expect(options()).toEqual(["0198-42"]);
  });

  it("tells a failed search from an empty one", async () => {
    const box = open(async (query) => {
      if (query === "x") return { groups: [], found: 0 };
      throw new Error("the database did not answer");
    });
    fireEvent.change(box, { target: { value: "x" } });
    await screen.findByText("Nothing is called “x”.");
    fireEvent.change(box, { target: { value: "y" } });
    await screen.findByText(/The search failed: the database did not answer. There may be matches/);
  });

  it("opens with Enter what answers all that was typed, never an answer to less", async () => {
    const order = (name: string): PaletteResults => ({
      found: 1,
      groups: [
        { title: "Orders", items: [{ id: name, title: name, glyph: "st-done", href: `/${name}` }] },
      ],
    });
    let answer = (): void => {};
    const box = open((query) =>
      query === "order-42"
        ? Promise.resolve(order("order-42"))
        : new Promise((resolve) => {
            answer = () => resolve(order("order-421"));
          }),
    );
    fireEvent.change(box, { target: { value: "order-42" } });
    await waitFor(() => expect(options()).toEqual(["order-42"]));
    fireEvent.change(box, { target: { value: "order-421" } });
    fireEvent.keyDown(box, { key: "Enter" });
    expect(push).not.toHaveBeenCalled();
    await waitFor(() => {
      answer();
      expect(push).toHaveBeenCalled();
    });
    expect(push.mock.calls).toEqual([["/order-421"]]);
  });

  it("opens nothing while an input method puts a word together", async () => {
    const box = open(async () => RESULTS);
    fireEvent.change(box, { target: { value: "42" } });
    await waitFor(() => expect(options()).toHaveLength(2));
    fireEvent.keyDown(box, { key: "Enter", isComposing: true });
    expect(push).not.toHaveBeenCalled();
  });

  it("does not count what it could not look for", async () => {
    const box = open(async () => {
      throw new Error("the database did not answer");
    });
    fireEvent.change(box, { target: { value: "y" } });
    await screen.findByText(/The search failed/);
    expect(screen.queryByText(/0 found/)).toBeNull();
  });
});
