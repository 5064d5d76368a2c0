import { describe, expect, it } from "vitest";
import { moveLines, nextPositionOf } from "./feed-move.ts";

describe("a move of a feed in words", () => {
  it.each([
    [
      ["9600"],
      "9500",
      "Would go back from position 9,600 to behind position 9,500. What follows is handed on again.",
    ],
    [
      ["9600"],
      "9700",
      "Would go ahead from position 9,600 to behind position 9,700. What lies between is passed over.",
    ],
    [
      ["9600"],
      null,
      "Would go back from position 9,600 to the beginning. What follows is handed on again.",
    ],
    [
      [null],
      "4",
      "Would go ahead from the beginning to behind position 4. What lies between is passed over.",
    ],
    [["4"], "4", "Would stay behind position 4. Nothing changes."],
    [[null], null, "Would stay at the beginning. Nothing changes."],
  ])("from %j to %j", (from, to, words) => {
    expect(moveLines({ from, to })).toEqual([words]);
  });

  it("tells each partition by itself, since one may go back and the other ahead", () => {
    expect(moveLines({ from: ["10", "6"], to: "8" })).toEqual([
      "Partition 1 would go back from position 10 to behind position 8. What follows is handed on again.",
      "Partition 2 would go ahead from position 6 to behind position 8. What lies between is passed over.",
    ]);
  });

  it("begins where it goes on by itself", () => {
    expect(nextPositionOf({ position: "9600" })).toBe("9601");
    expect(nextPositionOf({ position: null })).toBe("1");
  });
});
