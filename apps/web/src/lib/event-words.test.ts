import { describe, expect, it } from "vitest";
import { eventWords, joinOr } from "./event-words.ts";

describe("eventWords", () => {
  it.each([
    ["START", "START"],
    ["done.invoke.reserve", "done.reserve"],
    ["error.platform.charge", "error.charge"],
    ["done.invoke.compensate_charge", "done.undo.charge"],
    ["error.platform.compensate_charge", "error.undo.charge"],
    ["done.state.fulfil.steps", "done"],
    ["after.5000", "after 5 s"],
    ["after.retryDelay", "after retryDelay"],
    ["", "always"],
    ["payment.captured", "payment.captured"],
  ])("says %s as %s", (event, words) => {
    expect(eventWords(event)).toBe(words);
  });
});

describe("joinOr", () => {
  it("joins as people do", () => {
    expect(joinOr(["a"])).toBe("a");
    expect(joinOr(["a", "b", "c"])).toBe("a, b or c");
  });
});
