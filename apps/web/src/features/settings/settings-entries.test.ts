import { expect, it } from "vitest";
import { GLYPH_SHAPES } from "@/ui/glyph-shapes.tsx";
import { SETTINGS_ENTRIES } from "./settings-entries.ts";

it("draws each page of the settings differently", () => {
  const drawings = SETTINGS_ENTRIES.map(({ glyph }) => GLYPH_SHAPES[glyph]);
  expect(new Set(drawings).size).toBe(SETTINGS_ENTRIES.length);
});
