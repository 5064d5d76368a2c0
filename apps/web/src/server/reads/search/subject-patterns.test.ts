// @vitest-environment node
import { describe, expect, it } from "vitest";
import { escapeLike, patternsOf } from "./subject-patterns.ts";

describe("patternsOf", () => {
  it("finds a number behind the prefixes that subjects have", () => {
    expect(patternsOf("42", ["order-17", "order-18", "return/3", "77"])).toMatchObject({
      exact: ["42", "order-42", "return/42"],
      prefixes: ["42", "order-42", "return/42"],
    });
  });

  it("takes what was typed literally", () => {
    expect(patternsOf("a_b%", []).prefixes).toEqual(["a\\_b\\%"]);
    expect(escapeLike("a\\b")).toBe("a\\\\b");
  });
});
