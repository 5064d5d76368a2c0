import { describe, expect, it } from "vitest";
import { cutWords } from "./cut-words.ts";

describe("cutWords", () => {
  it("says how many of how many are listed", () => {
    const cut = { which: "first", shown: 500, of: 1_234, what: "machines" } as const;
    expect(cutWords(cut)).toBe("the first 500 of 1,234 machines");
  });

  it("says that there are more where they are not counted", () => {
    const cut = { which: "newest", shown: 100, of: undefined, what: "actors" } as const;
    expect(cutWords(cut)).toBe("the newest 100 actors; there are more");
  });
});
