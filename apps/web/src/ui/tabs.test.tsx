import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Tabs } from "./tabs.tsx";

const TABS = [
  { value: "timeline", label: "Timeline" },
  { value: "context", label: "Context" },
] as const;

afterEach(cleanup);

describe("Tabs", () => {
  it("moves by arrow keys, and leaves those with a modifier to the browser, whose way back they are", () => {
    const onChange = vi.fn();
    render(
      <Tabs label="Story" value="timeline" tabs={TABS} onChange={onChange}>
        Panel
      </Tabs>,
    );
    const tab = screen.getByRole("tab", { name: "Timeline" });
    expect(fireEvent.keyDown(tab, { key: "ArrowLeft", altKey: true })).toBe(true);
    expect(fireEvent.keyDown(tab, { key: "ArrowLeft", metaKey: true })).toBe(true);
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.keyDown(tab, { key: "ArrowLeft" });
    expect(onChange).toHaveBeenCalledWith("context");
  });
});
