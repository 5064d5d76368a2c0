import { describe, expect, it } from "vitest";
import { svgColour } from "./css-colour.ts";

describe("svgColour", () => {
  it.each([
    ["rgb(21, 23, 28)", "rgb(21,23,28)", 1],
    ["rgba(0, 0, 0, 0)", "rgb(0,0,0)", 0],
    ["rgb(10 20 30 / 0.5)", "rgb(10,20,30)", 0.5],
    ["color(srgb 0.5 0 1)", "rgb(128,0,255)", 1],
    ["color(srgb 1 0 0 / 0.2)", "rgb(255,0,0)", 0.2],
    ["none", "none", 1],
  ])("reads %s", (computed, colour, opacity) => {
    expect(svgColour(computed)).toEqual({ colour, opacity });
  });
});
