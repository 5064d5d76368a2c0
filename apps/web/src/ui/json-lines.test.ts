import { describe, expect, it } from "vitest";
import { countMasks, jsonLines } from "./json-lines.ts";

const text = (value: unknown, widthMax?: number) =>
  jsonLines(value, widthMax)
    .map(({ depth, tokens }) => "  ".repeat(depth) + tokens.map((token) => token.text).join(""))
    .join("\n");

describe("jsonLines", () => {
  it("breaks the outermost object and keeps small ones on their line", () => {
    expect(text({ amount: 8990, decline: { code: "card_declined" }, list: [] })).toBe(
      '{\n  "amount": 8990,\n  "decline": { "code": "card_declined" },\n  "list": []\n}',
    );
  });

  it("breaks what does not fit", () => {
    expect(text({ error: { type: "CardDeclined", step: "charge" } }, 24)).toBe(
      '{\n  "error": {\n    "type": "CardDeclined",\n    "step": "charge"\n  }\n}',
    );
  });

  it("turns a redacted value into a mask and not into text", () => {
    const [, card] = jsonLines({ card: "***", of: 1 });
    expect(card?.tokens.map((token) => token.kind)).toEqual(["key", "mark", "mask", "mark"]);
    expect(countMasks({ card: "***", to: [{ email: "***" }, "open"] })).toBe(2);
  });

  it("quotes what would otherwise not be JSON", () => {
    expect(text('say "no"')).toBe('"say \\"no\\""');
    expect(text(null)).toBe("null");
  });
});
