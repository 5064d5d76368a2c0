import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const css = readFileSync(path.join(import.meta.dirname, "tokens.css"), "utf8");

function tokensOf(selector: string): Readonly<Record<string, string>> {
  const block = css.slice(css.indexOf(selector)).split("}")[0] ?? "";
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, hex]) => [name, hex]),
  );
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const HUES = ["blue", "green", "red", "violet", "amber", "teal"];
const GROUNDS = ["bg", "surface", "surface-2", "surface-3"];

describe.each([
  ["light", '[data-theme="light"] {'],
  ["dark", '[data-theme="dark"] {'],
])("the %s tokens", (_theme, selector) => {
  const tokens = tokensOf(selector);
  const ratio = (text: string, ground: string) =>
    contrast(tokens[text] ?? "missing", tokens[ground] ?? "missing");

  it("keep text at 4.5:1 on every surface", () => {
    for (const ground of GROUNDS) {
      for (const ink of ["ink", "ink-2", "ink-3"]) {
        expect(ratio(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it("keep each hue at 4.5:1 on the surfaces and on its own tint", () => {
    for (const hue of HUES) {
      for (const ground of ["bg", "surface", "surface-2", `${hue}-tint`]) {
        expect(ratio(hue, ground), `${hue} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it("keep ink readable on every tint", () => {
    for (const hue of HUES) {
      expect(ratio("ink", `${hue}-tint`), `ink on ${hue}-tint`).toBeGreaterThanOrEqual(7);
      expect(ratio("ink-2", `${hue}-tint`), `ink-2 on ${hue}-tint`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("keep outlines that carry meaning, and the focus ring, at 3:1", () => {
    for (const ground of ["bg", "surface", "surface-2"]) {
      expect(ratio("line-control", ground)).toBeGreaterThanOrEqual(3);
      expect(ratio("focus", ground)).toBeGreaterThanOrEqual(3);
    }
  });

  it("keep the words on filled buttons at 4.5:1", () => {
    expect(ratio("on-solid", "solid")).toBeGreaterThanOrEqual(4.5);
    expect(ratio("on-danger", "danger-solid")).toBeGreaterThanOrEqual(4.5);
  });
});
