import { describe, expect, it } from "vitest";
import { wordsOfRule } from "./redaction-words.ts";

const BUILT_IN = { names: "the built-in ones", leftAlone: "", values: "by form" };

describe("wordsOfRule", () => {
  it.each([
    [{}, BUILT_IN],
    [{ extraKeys: ["lot", "bin"] }, { ...BUILT_IN, names: "the built-in ones, lot, bin" }],
    [
      { keys: [], extraKeys: ["lot"] },
      { ...BUILT_IN, names: "lot" },
    ],
    [{ keys: [] }, { ...BUILT_IN, names: "none" }],
    [{ allowedKeys: ["tokenCount"] }, { ...BUILT_IN, leftAlone: "tokenCount" }],
    [{ emails: true }, { ...BUILT_IN, values: "by form, mail addresses too" }],
    [
      { values: false, emails: true },
      { ...BUILT_IN, values: "not looked into" },
    ],
    [
      { mode: "substrings" as const, extraKeys: ["lot"], emails: true, allowedKeys: ["pin"] },
      {
        names: "holding a part of: the built-in ones, lot",
        leftAlone: "",
        values: "not looked into",
      },
    ],
  ])("%j", (settings, words) => {
    expect(wordsOfRule(settings)).toEqual(words);
  });
});
