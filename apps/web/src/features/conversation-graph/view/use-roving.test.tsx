import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Drawing } from "../layout/draw-conversation.ts";
import { useRoving } from "./use-roving.ts";

// jsdom lays nothing out and escapes nothing.
beforeAll(() => {
  Element.prototype.scrollIntoView = () => {};
  vi.stubGlobal("CSS", { escape: (text: string) => text });
});
afterEach(cleanup);

const DRAWING = {
  items: [{ id: "one" }, { id: "two" }],
  layout: {
    view: "sequence",
    rows: [{ item: { id: "one" } }, { item: { id: "two", cause: "one" } }],
  },
} as unknown as Drawing;

function Boxes() {
  const scroller = useRef<HTMLDivElement>(null);
  const { inTabOrder, onFocus, onKeyDown } = useRoving(scroller, DRAWING, undefined);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: as the drawings have it
    <div ref={scroller} onKeyDown={onKeyDown}>
      {DRAWING.items.map(({ id }) => (
        <button
          key={id}
          type="button"
          data-box={id}
          tabIndex={id === inTabOrder ? 0 : -1}
          onFocus={() => onFocus(id)}
        >
          {id}
        </button>
      ))}
    </div>
  );
}

describe("useRoving", () => {
  it("moves by arrow keys, and leaves those with a modifier to the browser, whose way back they are", () => {
    render(<Boxes />);
    const two = screen.getByRole("button", { name: "two" });
    act(() => two.focus());
    expect(fireEvent.keyDown(two, { key: "ArrowLeft", altKey: true })).toBe(true);
    expect(fireEvent.keyDown(two, { key: "ArrowLeft", metaKey: true })).toBe(true);
    expect(two.tabIndex).toBe(0);
    expect(fireEvent.keyDown(two, { key: "ArrowLeft" })).toBe(false);
    expect(screen.getByRole("button", { name: "one" }).tabIndex).toBe(0);
  });
});
