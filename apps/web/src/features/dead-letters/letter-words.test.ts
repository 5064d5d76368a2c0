import { describe, expect, it } from "vitest";
import { machineWords, titleOf } from "./letter-words.ts";

describe("titleOf", () => {
  const causeTitle = "Error: card gateway is down";

  it("is what the last error said, word for word", () => {
    const errors = [{ message: "timed out" }, { message: "card answered 503" }];
    expect(titleOf({ causeTitle, errors })).toBe("card answered 503");
  });

  it("is the cause where no error says anything", () => {
    expect(titleOf({ causeTitle, errors: [{ message: "" }] })).toBe("Card gateway is down");
    expect(titleOf({ causeTitle, errors: [] })).toBe("Card gateway is down");
  });
});

describe("machineWords", () => {
  it("names no machine where none takes the type, and the one that refuses it otherwise", () => {
    const letter = { reason: "unknown_event", project: "shop" };
    expect(machineWords({ ...letter, consumer: "shop" })).toBe("none");
    expect(machineWords({ ...letter, consumer: "payment" })).toBe("payment");
    expect(machineWords({ ...letter, reason: "corrupt", consumer: "shop" })).toBe("shop");
  });
});
