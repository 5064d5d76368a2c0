import { describe, expect, it } from "vitest";
import { checkLines } from "./check-lines.ts";

describe("checkLines", () => {
  it("puts what is fine first, tells warnings from refusals, and says each fact once", () => {
    const lines = checkLines({
      checks: [
        { name: "Version", ok: false, detail: "version moved from 3 to 4" },
        { name: "Inbox", ok: true, detail: "not processed before" },
        { name: "Original", ok: false, detail: "the original was not kept" },
      ],
      warnings: ["version moved from 3 to 4"],
      refusals: ["the original was not kept", "the instance kept moving: try again"],
    });

    expect(lines.map(({ kind, text }) => [kind, text])).toEqual([
      ["fine", "Not processed before"],
      ["warning", "Version moved from 3 to 4"],
      ["refusal", "The original was not kept"],
      ["refusal", "The instance kept moving: try again"],
    ]);
  });
});
