import { describe, expect, it } from "vitest";
import { viewQueryOf } from "./view-query.ts";

describe("viewQueryOf", () => {
  it("keeps filters and columns, and not the page", () => {
    expect(viewQueryOf("?q=42&cols=machine.took&after=x%2Fy%2Fz")).toBe("cols=machine.took&q=42");
  });

  it("is the same for the same view, however its URL is ordered", () => {
    expect(viewQueryOf("?b=1&a=2")).toBe(viewQueryOf("?a=2&b=1"));
  });
});
