import { describe, expect, it } from "vitest";
import { disablingWords } from "./disabling-words.ts";

describe("what shutting somebody out does", () => {
  it.each([
    [{ theirs: 0, ofServices: 0 }, "Ends every session, and keeps them out"],
    [
      { theirs: 1, ofServices: 0 },
      "Ends every session and 1 API token of theirs, and keeps them out",
    ],
    [
      { theirs: 2, ofServices: 1 },
      "Ends every session and 2 API tokens of theirs, and keeps them out. Goes on for services, until revoked under API tokens: 1 token they made",
    ],
  ])("is told of tokens too: %o", (tokens, words) => {
    expect(disablingWords({ tokens })).toBe(words);
  });
});
