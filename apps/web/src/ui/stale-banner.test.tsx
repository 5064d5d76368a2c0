import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { StaleBanner } from "./stale-banner.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** What a screen reader has of it: each change of that is read out once more. */
const heard = () => {
  const alert = screen.getByRole("alert").cloneNode(true) as HTMLElement;
  for (const silent of alert.querySelectorAll("[aria-hidden=true]")) silent.remove();
  return alert.textContent;
};

describe("StaleBanner", () => {
  it("counts for the eye, and is read out once", () => {
    vi.useFakeTimers({ now: new Date("2026-08-21T14:47:03.000Z") });
    render(
      <StaleBanner since={new Date("2026-08-21T14:46:53.000Z")} reason="The database is gone." />,
    );
    const before = heard();
    expect(before).toMatch(/\d\d:\d\d:\d\d/);
    expect(before).toContain("The database is gone.");
    expect(screen.getByText("This page is 10 s old.")).toBeDefined();
    act(() => void vi.advanceTimersByTime(5_000));
    expect(screen.getByText("This page is 15 s old.")).toBeDefined();
    expect(heard()).toBe(before);
  });
});
