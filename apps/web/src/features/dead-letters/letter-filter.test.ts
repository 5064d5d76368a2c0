import { describe, expect, it } from "vitest";
import { filterOf, filterWords, isNarrowed } from "./letter-filter.ts";

const urlOf = (text: string) => {
  const params = new URLSearchParams(text);
  return { get: (name: string) => params.get(name) ?? undefined, set: () => {} };
};

describe("filterOf", () => {
  it("shows open letters unless told otherwise, and passes over what is no value of ours", () => {
    expect(filterOf(urlOf("state=gone&machine=mail&other=1"))).toEqual({
      state: "open",
      machine: "mail",
      reason: undefined,
      cause: undefined,
      q: undefined,
    });
  });
});

describe("a filter in words", () => {
  it.each([
    ["", false, "open"],
    ["state=all", false, ""],
    ["state=resolved", true, "resolved"],
    [
      "machine=mail&reason=corrupt&cause=f&q=42",
      true,
      "open, machine mail, reason corrupt, one cause, subject with “42”",
    ],
  ])("of '%s'", (text, narrowed, words) => {
    const filter = filterOf(urlOf(text));
    expect(isNarrowed(filter)).toBe(narrowed);
    expect(filterWords(filter)).toBe(words);
  });
});
