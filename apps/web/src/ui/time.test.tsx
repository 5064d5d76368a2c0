import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { formatClock, formatDay } from "../lib/format-time.ts";
import { Time } from "./time.tsx";

const DAY_MS = 24 * 60 * 60 * 1_000;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

afterEach(cleanup);

describe("Time", () => {
  it.each(["clock", "ms"] as const)("names the day of a time (%s) that is not of today", (show) => {
    const now = new Date();
    const weekAgo = new Date(now.getTime() - 7 * DAY_MS);
    render(<Time at={weekAgo} show={show} />);
    expect(screen.getByRole("time").textContent).toBe(
      `${formatDay(weekAgo, now, zone)} ${formatClock(weekAgo, zone, show === "ms")}`,
    );
  });
});
