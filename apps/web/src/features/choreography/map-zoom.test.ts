import { describe, expect, it } from "vitest";
import { nextZoom, ZOOM_MIN, zoomToFit } from "./map-zoom.ts";

describe("zoomToFit", () => {
  const place = { width: 1000, height: 800 };

  it("shows the whole map, by whichever side is the tighter one", () => {
    expect(zoomToFit({ width: 1250, height: 400 }, place)).toBe(0.8);
    expect(zoomToFit({ width: 500, height: 1200 }, place)).toBe(0.66);
  });

  it("makes nothing larger than life, and nothing too small to read", () => {
    expect(zoomToFit({ width: 100, height: 100 }, place)).toBe(1);
    expect(zoomToFit({ width: 90_000, height: 100 }, place)).toBe(ZOOM_MIN);
  });
});

describe("nextZoom", () => {
  it("goes to the nearest step either way from between two", () => {
    expect(nextZoom(0.8, "in")).toBe(0.9);
    expect(nextZoom(0.8, "out")).toBe(0.75);
    expect(nextZoom(1, "in")).toBe(1.2);
    expect(nextZoom(1, "out")).toBe(0.9);
  });

  it("stays at the ends", () => {
    expect(nextZoom(1.5, "in")).toBe(1.5);
    expect(nextZoom(ZOOM_MIN, "out")).toBe(ZOOM_MIN);
  });
});
